import type { PenaltyDays } from 'api/billing'
import type { AutopaymentRunReason } from 'api/db/migrations/0001-initial/autopayments'
import type { DeclineReason } from 'contract/decline-reasons'
import type { CountingMethod } from 'contract/explanation'
import type { ReadingSource, Zone } from 'contract/readings'

/**
 * Types of the demo generators. Money is whole kopecks (above zero is owed), moments ISO 8601 in UTC as
 * `Date.toISOString` writes them, days `2026-10-05`, periods `2026-10`, phones E.164.
 */
export interface DemoPayee {
  id: string
  name: string
  inn: string
  kpp: string
  bankName: string
  bic: string
  correspondentAccount: string
  settlementAccount: string
}

export interface DemoAccount {
  account: string
  title: string
  address: string
  payerName: string
  /** Square metres; null where the bill does not depend on it. */
  area: number | null
  residents: number | null
  payeeId: string
}

/** A row of the register. */
export interface DemoRegisterAccount extends DemoAccount {
  /** The access code: asked for when somebody adds the account. */
  accessCode: string
}

export interface DemoCustomer {
  id: string
  name: string
  email: string
  phone: string
  password: string
  createdAt: string
  emailVerifiedAt: string
  /** `ownTitle` is the customer's own name for the account. */
  accounts: { account: string; isDefault: boolean; addedAt: string; ownTitle?: string }[]
}

/** What an owner lets another customer do with an account. */
export interface DemoGrant {
  id: string
  account: string
  ownerId: string
  holderId: string
  readings: boolean
  pay: boolean
  /** Whether it is the holder's default account. */
  isDefault: boolean
  acceptedAt: string
}

/** One service of a bill: total = charged + recalculation − benefit. */
export interface DemoInvoiceLine {
  service: string
  unit: string
  volume: number
  /** Kopecks for one unit. */
  tariff: number
  method: CountingMethod | null
  charged: number
  /** Negative when money is given back. */
  recalculation?: number
  /** Positive; it is subtracted. */
  benefit?: number
  total: number
}

/** A monthly bill: total = openingBalance + charged + penalty − paid. */
export interface DemoInvoice {
  id: string
  account: string
  period: string
  issuedAt: string
  dueAt: string
  openingBalance: number
  lines: DemoInvoiceLine[]
  /** The sum of the lines' totals. */
  charged: number
  penalty: number
  /** The days that add up to the penalty. */
  penaltyDays: PenaltyDays[]
  /** Paid so far, including later payments of its debt. */
  paid: number
  total: number
}

export interface DemoPayment {
  id: string
  account: string
  /** Null for a guest. */
  customerId: string | null
  amount: number
  status: 'succeeded' | 'canceled'
  createdAt: string
  paidAt: string | null
  method: { kind: 'card' | 'sbp'; title: string }
  source: 'guest' | 'personal' | 'autopayment'
  receiptUrl: string | null
  receiptStatus: 'done' | null
  declineReason: DeclineReason | null
}

/** A ledger entry; the balance is the sum of them. */
export interface LedgerEntry {
  id: string
  account: string
  at: string
  kind: 'charge' | 'payment' | 'penalty' | 'recalculation'
  /** Above zero increases the debt, payments are negative. */
  amount: number
  period: string
  invoiceId: string | null
  paymentId: string | null
}

/** An autopayment with a history, and its card. */
export interface DemoAutopayment {
  id: string
  customerId: string
  account: string
  /** The most it may charge at once. */
  limit: number
  createdAt: string
  /** The payment that bound the card. */
  firstPaymentId: string
  /** The last period with a finished run. */
  plannedThrough: string
  card: { id: string; bankId: string; number: string; title: string; expires: string }
  runs: DemoRun[]
}

/** The outcome for one invoice, with its reason. */
export interface DemoRun {
  id: string
  period: string
  at: string
  outcome: 'charged' | 'skipped'
  reason: AutopaymentRunReason
  amount: number | null
  paymentId: string | null
}

/** A meter of an account. */
export interface DemoMeter {
  id: string
  account: string
  position: number
  service: string
  unit: string
  serial: string
  place: string | null
  zones: { zone: Zone; title: string }[]
  digits: number
  decimals: number
  verifiedUntil: string
}

/** A reading of one zone, in the meter's smallest units. */
export interface DemoReading {
  id: string
  account: string
  meterId: string
  zone: Zone
  value: number
  previous: number | null
  volume: number
  period: string
  readAt: string
  source: ReadingSource
}

export interface DemoData {
  payees: DemoPayee[]
  accounts: DemoRegisterAccount[]
  customers: DemoCustomer[]
  grants: DemoGrant[]
  invoices: DemoInvoice[]
  payments: DemoPayment[]
  ledger: LedgerEntry[]
  autopayment: DemoAutopayment
  meters: DemoMeter[]
  readings: DemoReading[]
}
