import type { PenaltyDays } from 'api/billing'
import type { AutopaymentRunReason } from 'api/db/migrations/0001-initial/autopayments'
import type { Tables } from 'api/db/tables'
import type { CountingMethod } from 'contract/explanation'
import type { Zone } from 'contract/readings'
import type { Insertable } from 'kysely'

/**
 * Types of the demo generators. Money is whole kopecks (above zero is owed), moments ISO 8601 in UTC as
 * `Date.toISOString` writes them, days `2026-10-05`, periods `2026-10`, phones E.164.
 */
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
export type DemoGrant = Omit<Insertable<Tables['account_grants']>, 'code_hash'>

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

export type DemoPayment = Insertable<Tables['payments']>

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

export type DemoMeter = Omit<Insertable<Tables['meters']>, 'zones'> & {
  zones: { zone: Zone; title: string }[]
}

export interface DemoData {
  payees: Insertable<Tables['payees']>[]
  accounts: DemoRegisterAccount[]
  customers: DemoCustomer[]
  grants: DemoGrant[]
  invoices: DemoInvoice[]
  payments: DemoPayment[]
  ledger: Insertable<Tables['ledger_entries']>[]
  autopayment: DemoAutopayment
  meters: DemoMeter[]
  readings: Insertable<Tables['meter_readings']>[]
}
