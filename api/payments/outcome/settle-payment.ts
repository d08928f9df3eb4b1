import { findOwnTitle } from 'api/accounts'
import type { ApiConfig } from 'api/config'
import type { Queries } from 'api/db/database'
import { lockActiveCustomer } from 'api/db/locked-user.repository'
import { recountPayment } from 'api/ledger/payment-sums.repository'
import { applyPayment } from 'api/ledger/postings'
import type { LetterSite } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { DeclineReason } from 'contract/decline-reasons'
import type { Kopecks } from 'contract/money'
import type { MethodKind } from 'contract/payments'
import type { GatewayPayment, PaymentGateway } from '../gateways/payment-gateway'
import type { AccountRules } from '../store/accounts-to-pay.repository'
import { findMethod, storeMethod } from '../store/payment-methods.repository'
import { statusOf } from '../store/payment-states'
import { type StoredPayment, updatePayment } from '../store/payments.repository'
import { paymentReceiptLetter } from './payments.letters'

/** A payment that has just become final. */
export interface SettledPayment {
  id: string
  account: string
  userId: string | null
  source: 'guest' | 'personal' | 'autopayment'
  amount: Kopecks
  status: 'succeeded' | 'canceled'
  /** Whether it succeeded after it had been canceled. */
  late: boolean
  /** The moment when it was paid, or canceled. */
  at: string
  /** `null` if it succeeded. */
  declineReason: DeclineReason | null
  /** The saved method that was charged, or that this payment has saved. */
  methodId: string | null
  /** `null` if unknown, or not paid. */
  methodKind: MethodKind | null
}

/** An autopayment's charge that the gateway has not processed. */
export interface UnsentCharge {
  id: string
  account: string
  amount: Kopecks
  gateway: AccountRules & Pick<PaymentGateway, 'remembersKeysMs'>
}

/** Hooks of other domains in the transaction that changes a payment or a card. A hook may only query through `trx`. */
export interface PaymentHooks {
  paymentSettled(trx: Queries, payment: SettledPayment): Promise<void>
  /**
   * Whether the charge may be sent in this transaction. The payment is locked; one that may not be sent is canceled as
   * `withdrawn`.
   */
  maySend(trx: Queries, charge: UnsentCharge): Promise<boolean>
  /** A customer has unlinked a saved method: it may not be charged any more. */
  methodUnlinked(trx: Queries, unlinked: { userId: string; methodId: string; at: string }): Promise<void>
}

export interface SettlingOptions {
  config: LetterSite & Pick<ApiConfig, 'timeZone'>
  hooks: PaymentHooks
}

/** Applies a payment's success once, in the transaction that records it. */
export const settleSucceeded = async (
  { config, hooks }: SettlingOptions,
  trx: Queries,
  payment: StoredPayment,
  { paidAt, gatewayPayment, now }: { paidAt: string; gatewayPayment: GatewayPayment | undefined; now: Date },
) => {
  const { id, account, amount, userId, source, request } = payment
  const late = payment.state === 'canceled'
  await updatePayment(trx, id, {
    status: 'succeeded',
    decline_reason: null,
    paid_at: paidAt,
    recorded_at: now.toISOString(),
    method_kind: gatewayPayment?.method?.kind ?? null,
    method_title: gatewayPayment?.method?.title ?? null,
  })
  await recount(trx, payment, 'succeeded', config.timeZone)
  await applyPayment(trx, { account, amount, paymentId: id, at: paidAt })
  const savedId = await storeSavedMethod(trx, payment, gatewayPayment, now)
  // Empty: its payer has been erased.
  if (request.email !== '') {
    const forGuest = source === 'guest'
    const ownTitle = await findOwnTitle(trx, { userId, account })
    await enqueueLetter(trx, {
      to: request.email,
      userId,
      letter: paymentReceiptLetter(config, { id, account, ownTitle, amount, paidAt, forGuest, late }),
      now,
    })
  }
  await hooks.paymentSettled(trx, {
    id,
    account,
    userId,
    source,
    amount,
    status: 'succeeded',
    late,
    at: paidAt,
    declineReason: null,
    methodId: payment.methodId ?? savedId,
    methodKind: gatewayPayment?.method?.kind ?? null,
  })
}

/** Applies a cancellation, in the transaction that records it. */
export const settleCanceled = async (
  { config, hooks }: SettlingOptions,
  trx: Queries,
  payment: StoredPayment,
  { declineReason, now }: { declineReason: DeclineReason; now: Date },
) => {
  const { id, account, amount, userId, source, methodId } = payment
  const method = await findChosenMethod(trx, payment)
  await updatePayment(trx, id, {
    status: 'canceled',
    decline_reason: declineReason,
    method_kind: method?.kind ?? null,
    method_title: method?.title ?? null,
  })
  await recount(trx, payment, 'canceled', config.timeZone)
  await hooks.paymentSettled(trx, {
    id,
    account,
    userId,
    source,
    amount,
    status: 'canceled',
    late: false,
    at: now.toISOString(),
    declineReason,
    methodId,
    methodKind: method?.kind ?? null,
  })
}

/** The method that was chosen before the bank's page. */
const findChosenMethod = async (trx: Queries, { methodId, request }: StoredPayment) => {
  if (methodId !== null) return findMethod(trx, methodId)
  return request.kind && { kind: request.kind, title: null }
}

const recount = (
  trx: Queries,
  { account, amount, createdAt, state }: StoredPayment,
  status: 'succeeded' | 'canceled',
  timeZone: string,
) => {
  const before = { account, amount, createdAt, status: statusOf(state) }
  return recountPayment(trx, { before, after: { ...before, status } }, timeZone)
}

/** Stores the method if the payer wanted that and the gateway has saved it. */
const storeSavedMethod = async (
  trx: Queries,
  { userId, gateway, shop, request }: StoredPayment,
  gatewayPayment: GatewayPayment | undefined,
  now: Date,
): Promise<string | null> => {
  if (userId === null || !request.saveMethod || !gatewayPayment?.saved) return null
  // A customer who is being deleted keeps no cards.
  if (!(await lockActiveCustomer(trx, userId))) return null
  return (
    (await storeMethod(trx, {
      userId,
      gateway,
      shop,
      method: gatewayPayment.saved,
      now: now.toISOString(),
    })) ?? null
  )
}
