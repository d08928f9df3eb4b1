import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { countPayment } from 'api/ledger/payment-sums.repository'
import type { Payment } from 'contract/payments'
import { today } from 'format/dates'
import { isAccountTooLong } from './account-length'
import type { PaymentGateway } from './gateways/payment-gateway'
import { findPayee } from './payee.repository'
import { appendPaymentEvent } from './payment-events.repository'
import { PaymentError } from './payments.errors'
import { findPaymentByKey, insertIntent, insertPayment } from './payments.repository'
import type { RequestIdentity } from './request-identity'

export interface NewPayment {
  identity: RequestIdentity
  source: Payment['source']
  account: string
  /** Null for somebody who is not signed in. */
  userId: string | null
  /** Whole kopecks. */
  amount: number
  /** Where the receipt goes. */
  email: string
  /** The portal's pages that the gateway sends the payer back to; null when the payer is not there. */
  returnTo: { success: string; failed: string } | null
  saveMethod: boolean
  /** The saved method to charge; null: the payer is asked for one on the gateway's page. */
  method: { id: string; gatewayMethodId: string } | null
  now: Date
}

export interface StoringOptions {
  gateway: Pick<PaymentGateway, 'name' | 'longestAccount'>
  timeZone: string
}

/** When a process dies between storing a payment and sending it, the jobs take the payment over after this time. */
export const leaseMs = 30_000

/**
 * Stores a payment in the caller's transaction, before it is sent to any gateway. The same identity is one payment
 * for good: `isNew` is false when it was stored before, whatever its data. Throws PaymentError (`unknown_account`,
 * `account_too_long`).
 */
export const storePayment = async (
  trx: Queries,
  payment: NewPayment,
  { gateway, timeZone }: StoringOptions,
): Promise<{ id: string; isNew: boolean }> => {
  const { identity, account, amount, method, now } = payment
  if (isAccountTooLong(gateway, account)) throw new PaymentError({ code: 'account_too_long' })
  const billed = await findPayee(trx, account)
  if (!billed) throw new PaymentError({ code: 'unknown_account', account })
  const id = randomUUID()
  const moment = now.toISOString()
  const isNew = await insertIntent(trx, {
    payment_id: id,
    request_key: identity.requestKey,
    body_hash: identity.bodyHash,
    gateway: gateway.name,
    method_id: method?.id ?? null,
    state: 'created',
    guest_email: payment.source === 'guest' ? payment.email.toLowerCase() : null,
    last_contact_at: moment,
    next_check_at: new Date(now.getTime() + leaseMs).toISOString(),
    request: {
      paymentId: id,
      account,
      amount,
      email: payment.email,
      period: billed.period ?? today(timeZone, now).slice(0, 7),
      payee: billed.payee,
      returnTo: payment.returnTo && {
        success: withPayment(payment.returnTo.success, id),
        failed: withPayment(payment.returnTo.failed, id),
      },
      saveMethod: payment.saveMethod,
      savedMethod: method?.gatewayMethodId ?? null,
    },
  })
  if (!isNew) {
    const known = await findPaymentByKey(trx, identity.requestKey)
    if (!known) throw new Error('A payment whose key is taken was not found')
    return { id: known.id, isNew }
  }
  await insertPayment(trx, {
    id,
    account,
    user_id: payment.userId,
    amount,
    status: 'pending',
    created_at: moment,
    source: payment.source,
  })
  await appendPaymentEvent(trx, {
    paymentId: id,
    at: moment,
    actor: payment.source === 'autopayment' ? 'time' : 'request',
    from: null,
    to: 'created',
    why: payment.source,
  })
  await countPayment(trx, { account, amount, status: 'pending', createdAt: moment }, timeZone)
  return { id, isNew }
}

const withPayment = (address: string, id: string) => {
  const url = new URL(address)
  url.searchParams.set('payment', id)
  return url.href
}
