import { randomUUID } from 'node:crypto'
import type { Database, Queries } from 'api/db/database'
import type { DeclineReason } from 'contract/decline-reasons'
import { HOUR, MINUTE } from 'format/durations'
import { type GatewayListQuery, type PaymentRequest, readPaymentRequest } from '../payment-gateway'
import {
  type BankCard,
  type BankPayment,
  changePending,
  claimKey,
  findBankCard,
  findBankPayment,
  findBankPayments,
  forgetReceiptEmails,
  insertBankCard,
  insertBankPayment,
  insertBankWebhook,
  logCharge,
  reopenForArrival,
} from './sandbox-bank.repository'
import { type Arrival, type Scenario, scenario, webhooksOf } from './scenarios'
import { findTestCard, sbpAccount, type TestCard } from './test-cards'

/** How long a payment waits for its payer. */
export const waitsForPayerMs = HOUR
/** How long after the creation of the payment late money arrives. */
const lateArrivalMs = waitsForPayerMs + MINUTE
const listedAtOnce = 100

const usualScenario: Scenario = { webhooks: 'usual', breaks: false, later: 'paid' }

export interface CardDetails {
  card: TestCard
  /** '2031-05'. */
  expires: string
  scenario: Scenario
}

/** The payer's answer in the bank's app. */
export interface AppAnswer {
  /** Whether the payer allows later charges of the account; without effect if the payment does not save it. */
  binds: boolean
  arrives: Arrival
  scenario: Scenario
}

type OpenedPayment =
  | { kind: 'opened'; payment: BankPayment; answerIsLost: boolean }
  | { kind: 'refused'; code: 'invalid_request' | 'not_found' }

/** The test bank: payments, cards, charges, webhooks. It reads no other table than its own. */
export interface SandboxBank {
  /** `body`: a `PaymentRequest` as JSON; the same key with other bytes is refused. */
  open(body: string, key: string): Promise<OpenedPayment>
  find(id: string): Promise<BankPayment | undefined>
  /** A page of the payments created within the period, newest first. */
  list(query: GatewayListQuery): Promise<{ payments: BankPayment[]; next: string | null }>
  /** Pays, declines, or waits for the payer to confirm. Null if the payment is over. */
  payBy(id: string, details: CardDetails): Promise<BankPayment | null>
  /** Records the answer to the 3-D Secure question. Null if the payment is over, or the question was not asked. */
  confirm(id: string, agrees: boolean): Promise<BankPayment | null>
  giveUp(id: string): Promise<BankPayment | null>
  /** Records that the payer confirms a payment through SBP. Null if it is over, or confirmed before. */
  confirmInApp(id: string, answer: AppAnswer): Promise<BankPayment | null>
  /** Cancels an unpaid payment for the company. Null if the payment is over. */
  cancel(id: string): Promise<BankPayment | null>
  /** Erases the e-mails of the receipts, by the company's ids of the payments. */
  forgetPayers(merchantPayments: readonly string[]): Promise<void>
}

export const createSandboxBank = (
  { database, clock }: { database: Database; clock: () => Date },
  onWebhook: () => void,
): SandboxBank => {
  const { db } = database

  const transaction = async <Result>(work: (trx: Queries, now: Date) => Promise<Result>) => {
    const result = await database.transaction((trx) => work(trx, clock()), 'read committed')
    onWebhook()
    return result
  }

  const end = async (
    trx: Queries,
    { id }: Pick<BankPayment, 'id'>,
    fate: 'paid' | DeclineReason,
    { card_id, now }: { card_id?: string; now: Date },
  ): Promise<BankPayment | null> => {
    const paid = fate === 'paid'
    const moment = now.toISOString()
    const ended = await changePending(trx, id, {
      status: paid ? 'succeeded' : 'canceled',
      settled_at: moment,
      decline_reason: fate === 'paid' ? null : fate,
      ...(card_id === undefined ? {} : { card_id }),
    })
    if (!ended) return null
    if (paid) await logCharge(trx, ended, moment)
    for (const { afterMs, event } of webhooksOf(scenarioOf(ended), paid ? 'succeeded' : 'canceled')) {
      await insertBankWebhook(trx, {
        body: JSON.stringify(webhookBody(event, ended)),
        dueAt: new Date(now.getTime() + afterMs).toISOString(),
      })
    }
    return ended
  }

  const pay = async (trx: Queries, payment: BankPayment, now: Date): Promise<BankPayment | null> => {
    if (!payment.saves_card || payment.card === null || payment.card_expires === null) {
      return end(trx, payment, 'paid', { now })
    }
    const card = {
      id: randomUUID(),
      number: payment.card,
      expires: payment.card_expires,
      later_charges: scenarioOf(payment).later,
    }
    const paid = await end(trx, payment, 'paid', { card_id: card.id, now })
    if (paid) await insertBankCard(trx, card)
    return paid
  }

  /** Ends a payment whose money has arrived, or whose time to pay is over. Null if nothing changed. */
  const applyTime = async (trx: Queries, payment: BankPayment, now: Date): Promise<BankPayment | null> => {
    const hasArrived = payment.arrives_at !== null && payment.arrives_at <= now.toISOString()
    if (hasArrived && payment.status === 'canceled') {
      const reopened = await reopenForArrival(trx, payment.id)
      return reopened ? pay(trx, reopened, now) : null
    }
    if (hasArrived) return pay(trx, payment, now)
    const isExpired = now.getTime() - new Date(payment.created_at).getTime() >= waitsForPayerMs
    return isExpired ? end(trx, payment, 'expired_on_confirmation', { now }) : null
  }

  return {
    open: (body, key) =>
      transaction(async (trx, now): Promise<OpenedPayment> => {
        const request = readPaymentRequest(body)
        const claimed = await claimKey(trx, { key, body, now })
        if (!claimed) return { kind: 'refused', code: 'invalid_request' }
        const { id, isNew } = claimed
        const card = request.savedMethod === null ? undefined : await findBankCard(trx, request.savedMethod)
        if (request.savedMethod !== null && !card) return { kind: 'refused', code: 'not_found' }
        if (isNew) {
          await insertBankPayment(trx, {
            ...newBankPayment(id, request, now),
            card: card?.number,
            card_id: card?.id,
          })
          if (card) await end(trx, { id }, fateOf(card, now), { now })
        }
        const payment = await findBankPayment(trx, id)
        if (!payment) return { kind: 'refused', code: 'not_found' }
        const answerIsLost = isNew && card?.later_charges === 'breaks'
        return { kind: 'opened', payment, answerIsLost }
      }),

    async find(id) {
      const payment = await findBankPayment(db, id)
      if (!payment || !mayChange(payment, clock())) return payment
      await transaction((trx, now) => applyTime(trx, payment, now))
      return findBankPayment(db, id)
    },

    async list({ from, to, cursor }) {
      const payments = await findBankPayments(db, { from, to, upTo: cursor, limit: listedAtOnce + 1 })
      return { payments: payments.slice(0, listedAtOnce), next: payments[listedAtOnce]?.id ?? null }
    },

    payBy: (id, { card, expires, scenario: chosen }) =>
      transaction(async (trx, now) => {
        const payment = await changePending(trx, id, {
          card: card.number,
          card_expires: expires,
          scenario: JSON.stringify(chosen),
        })
        if (!payment || card.fate === 'confirm') return payment ?? null
        return card.fate === 'paid' ? pay(trx, payment, now) : end(trx, payment, card.fate, { now })
      }),

    confirm: (id, agrees) =>
      transaction(async (trx, now) => {
        // Changes nothing, but locks the payment: other answers wait until this one is stored.
        const payment = await changePending(trx, id, { settled_at: null })
        if (!payment || !waitsForAnswer(payment)) return null
        return agrees ? pay(trx, payment, now) : end(trx, payment, '3d_secure_failed', { now })
      }),

    confirmInApp: (id, { binds, arrives, scenario: chosen }) =>
      transaction(async (trx, now) => {
        const payment = await changePending(trx, id, {
          card: sbpAccount.number,
          card_expires: sbpAccount.expires,
          scenario: JSON.stringify(chosen),
        })
        if (!payment || payment.arrives_at !== null) return null
        const saves = payment.saves_card === 1 && binds ? (1 as const) : (0 as const)
        const moment = arrivalOf(payment, arrives, now)
        const confirmed = await changePending(trx, id, { arrives_at: moment, saves_card: saves })
        if (!confirmed) return null
        if (arrives === 'at-once') return pay(trx, confirmed, now)
        await insertBankWebhook(trx, {
          body: JSON.stringify(webhookBody('payment.succeeded', confirmed)),
          dueAt: moment,
        })
        return confirmed
      }),

    giveUp: (id) => transaction((trx, now) => end(trx, { id }, 'expired_on_confirmation', { now })),

    cancel: (id) => transaction((trx, now) => end(trx, { id }, 'canceled_by_company', { now })),

    forgetPayers: (merchantPayments) => forgetReceiptEmails(db, merchantPayments),
  }
}

const arrivalOf = ({ created_at }: BankPayment, arrives: Arrival, now: Date): string => {
  const tooLate = new Date(created_at).getTime() + lateArrivalMs
  const moments = { 'at-once': now.getTime(), 'in-a-minute': now.getTime() + MINUTE, 'after-expiry': tooLate }
  return new Date(moments[arrives]).toISOString()
}

/** Whether time may have changed a payment. */
const mayChange = ({ status, created_at, arrives_at }: BankPayment, now: Date): boolean => {
  if (arrives_at !== null && arrives_at <= now.toISOString()) return status !== 'succeeded'
  return status === 'pending' && now.getTime() - new Date(created_at).getTime() >= waitsForPayerMs
}

/** Whether the payment waits for the answer to the 3-D Secure question. */
export const waitsForAnswer = ({ status, card }: Pick<BankPayment, 'status' | 'card'>): boolean =>
  status === 'pending' && findTestCard(card ?? '')?.fate === 'confirm'

export const scenarioOf = ({ scenario: json }: Pick<BankPayment, 'scenario'>): Scenario =>
  json === null ? usualScenario : scenario.parse(JSON.parse(json))

const fateOf = ({ expires, later_charges }: BankCard, now: Date): 'paid' | DeclineReason => {
  if (expires < now.toISOString().slice(0, 7)) return 'card_expired'
  // The charge succeeds, only its answer is lost.
  return later_charges === 'breaks' ? 'paid' : later_charges
}

const newBankPayment = (id: string, request: PaymentRequest, now: Date) => ({
  id,
  merchant_payment: request.paymentId,
  account: request.account,
  parts: request.parts ? JSON.stringify(request.parts) : null,
  amount: request.amount,
  description: request.payee.name,
  receipt_email: request.email,
  success_url: request.returnTo?.success ?? null,
  failed_url: request.returnTo?.failed ?? null,
  saves_card: request.saveMethod ? (1 as const) : (0 as const),
  status: 'pending' as const,
  created_at: now.toISOString(),
  kind: request.kind ?? null,
})

export const webhookBody = (event: string, { id, status, merchant_payment }: BankPayment) => ({
  type: 'notification',
  event,
  object: { id, status, metadata: { payment: merchant_payment } },
})
