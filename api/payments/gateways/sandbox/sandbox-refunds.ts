import { randomUUID } from 'node:crypto'
import type { Database, Queries } from 'api/db/database'
import { kopecks, toKopecks, totalOf } from 'contract/money'
import { z } from 'zod'
import type { GatewayListQuery } from '../payment-gateway'
import { scenarioOf, webhookBody } from './sandbox-bank'
import {
  type BankPayment,
  type BankRefund,
  claimKey,
  findBankRefund,
  findBankRefunds,
  insertBankRefund,
  insertBankWebhook,
  lockBankPayment,
  refundsOfBankPayment,
} from './sandbox-bank.repository'
import { refundWebhooksOf, type Scenario } from './scenarios'

export type RefundResult =
  | { kind: 'refunded'; refund: BankRefund }
  | { kind: 'refused'; code: 'invalid_request' | 'not_found' }

const listedAtOnce = 100

/** The fields of a `RefundRequest` that the bank uses. */
const refundInput = z.object({ gatewayPaymentId: z.string(), amount: kopecks })
type RefundInput = z.output<typeof refundInput>

/** The refunds of the test bank. */
export interface SandboxRefunds {
  /** Refunds by the API: the same key with the same bytes is the same refund. */
  open(body: string, key: string): Promise<RefundResult>
  /** Refunds by the form in the bank's office. */
  giveBack(input: RefundInput, webhooks: Scenario['webhooks']): Promise<RefundResult>
  find(id: string): Promise<BankRefund | undefined>
  ofPayment(paymentId: string): Promise<BankRefund[]>
  /** A page of the refunds made within the period, newest first. */
  list(query: GatewayListQuery): Promise<{ refunds: BankRefund[]; next: string | null }>
}

export const createSandboxRefunds = (
  { database, clock }: { database: Database; clock: () => Date },
  onWebhook: () => void,
): SandboxRefunds => {
  const { db } = database

  const make = async (
    trx: Queries,
    id: string,
    { gatewayPaymentId, amount }: RefundInput,
    webhooks?: Scenario['webhooks'],
  ): Promise<RefundResult> => {
    const now = clock()
    const payment = await lockBankPayment(trx, gatewayPaymentId)
    if (!payment) return { kind: 'refused', code: 'not_found' }
    const before = sum(await refundsOfBankPayment(trx, payment.id))
    const fits = amount > 0 && before + amount <= payment.amount
    if (payment.status !== 'succeeded' || !fits) return { kind: 'refused', code: 'invalid_request' }
    const refund: BankRefund = {
      id,
      payment_id: payment.id,
      amount,
      status: 'succeeded',
      created_at: now.toISOString(),
    }
    await insertBankRefund(trx, refund)
    for (const { afterMs, event } of refundWebhooksOf({
      webhooks: webhooks ?? scenarioOf(payment).webhooks,
    })) {
      await insertBankWebhook(trx, {
        body: JSON.stringify(event === 'refund.succeeded' ? bodyOf(refund) : webhookBody(event, payment)),
        dueAt: new Date(now.getTime() + afterMs).toISOString(),
      })
    }
    return { kind: 'refunded', refund }
  }

  const transaction = async (work: (trx: Queries) => Promise<RefundResult>) => {
    const result = await database.transaction(work, 'read committed')
    onWebhook()
    return result
  }

  return {
    open: (body, key) =>
      transaction(async (trx) => {
        const input = refundInput.safeParse(JSON.parse(body))
        const claimed = input.success && (await claimKey(trx, { key, body, now: clock() }))
        if (!claimed) return { kind: 'refused', code: 'invalid_request' }
        if (claimed.isNew) return make(trx, claimed.id, input.data)
        const refund = await findBankRefund(trx, claimed.id)
        return refund ? { kind: 'refunded', refund } : { kind: 'refused', code: 'invalid_request' }
      }),
    giveBack: (input, webhooks) => transaction((trx) => make(trx, randomUUID(), input, webhooks)),
    find: (id) => findBankRefund(db, id),
    ofPayment: (paymentId) => refundsOfBankPayment(db, paymentId),
    async list({ from, to, cursor }) {
      const refunds = await findBankRefunds(db, { from, to, upTo: cursor, limit: listedAtOnce + 1 })
      return { refunds: refunds.slice(0, listedAtOnce), next: refunds[listedAtOnce]?.id ?? null }
    },
  }
}

const sum = (refunds: readonly BankRefund[]) => totalOf(refunds.map(({ amount }) => amount))

const bodyOf = ({ id, payment_id, status }: BankRefund) => ({
  type: 'notification',
  event: `refund.${status}`,
  object: { id, payment_id, status },
})

/** The sum of a payment that can still be refunded. */
export const leftToGiveBack = (payment: Pick<BankPayment, 'amount'>, refunds: readonly BankRefund[]) =>
  toKopecks(payment.amount - sum(refunds))
