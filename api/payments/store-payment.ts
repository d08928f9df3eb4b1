import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { countPayment } from 'api/ledger/payment-sums.repository'
import type { Payee } from 'contract/invoices'
import { type Kopecks, totalOf } from 'contract/money'
import type { Payment } from 'contract/payments'
import { today } from 'format/dates'
import { isAccountTooLong } from './account-length'
import type { PaymentGateway } from './gateways/payment-gateway'
import { findPayee } from './payee.repository'
import { appendPaymentEvent } from './payment-events.repository'
import type { SavedMethodRow } from './payment-methods.repository'
import { PaymentError } from './payments.errors'
import { findPaymentByKey, insertIntent, insertPayment } from './payments.repository'
import { identify, type RequestIdentity } from './request-identity'

export interface NewPayment {
  identity: RequestIdentity
  source: Payment['source']
  account: string
  /** Null for somebody who is not signed in. */
  userId: string | null
  amount: Kopecks
  /** Where the receipt goes. */
  email: string
  /** The portal's pages that the gateway sends the payer back to; null when the payer is not there. */
  returnTo: { success: string; failed: string } | null
  saveMethod: boolean
  /** The saved method to charge; null: the payer is asked for one on the gateway's page. */
  method: Pick<SavedMethodRow, 'id' | 'gatewayMethodId' | 'gateway' | 'shop'> | null
  now: Date
  /**
   * Payments for further accounts that the same charge makes; `account` is the last of all by the order of numbers. Absent
   * for a payment alone. `parts` are all of them, as they were asked for.
   */
  basket?: { others: readonly Part[]; parts: readonly Part[] }
}

export interface Part {
  account: string
  amount: Kopecks
}

export interface StoringOptions {
  gateway: Pick<PaymentGateway, 'name' | 'shop' | 'longestAccount'>
  timeZone: string
}

/** When a process dies between storing a payment and sending it, the worker sends it after this time. */
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
  const { identity, account, amount, now, basket } = payment
  const billed = await findBilledAccount(trx, account, gateway)
  const id = randomUUID()
  const others = basket?.others ?? []
  const total = totalOf([amount, ...others.map((other) => other.amount)])
  const { returnTo } = payment
  const name = basket ? 'basket' : 'payment'
  const isNew = await insertIntent(trx, {
    ...intentOf(payment, { id, gateway }),
    request_key: identity.requestKey,
    body_hash: identity.bodyHash,
    guest_email: payment.source === 'guest' ? payment.email.toLowerCase() : null,
    next_check_at: new Date(now.getTime() + leaseMs).toISOString(),
    basket_id: basket ? id : null,
    request: {
      ...requestOf(payment, { id, account, billed, timeZone }),
      amount: total,
      returnTo: returnTo && {
        success: withId(returnTo.success, name, id),
        failed: withId(returnTo.failed, name, id),
      },
      saveMethod: payment.saveMethod,
      ...(basket && { parts: basket.parts }),
    },
  })
  if (!isNew) {
    const known = await findPaymentByKey(trx, identity.requestKey)
    if (!known) throw new Error('A payment whose key is taken was not found')
    return { id: known.id, isNew }
  }
  for (const other of others) {
    await storeOther(trx, payment, other, { basketId: id, gateway, timeZone })
  }
  await storeRow(trx, payment, { id, account, amount }, timeZone)
  return { id, isNew }
}

/** Stores a payment of a basket that takes the state of the one that carries the charge. It is never sent to the gateway. */
const storeOther = async (
  trx: Queries,
  payment: NewPayment,
  { account, amount }: Part,
  { basketId, gateway, timeZone }: StoringOptions & { basketId: string },
) => {
  const id = randomUUID()
  const billed = await findBilledAccount(trx, account, gateway)
  const { requestKey, bodyHash } = identify({
    scope: payment.identity.requestKey,
    key: account,
    data: [amount],
  })
  await insertIntent(trx, {
    ...intentOf(payment, { id, gateway }),
    request_key: requestKey,
    body_hash: bodyHash,
    guest_email: null,
    next_check_at: null,
    basket_id: basketId,
    request: {
      ...requestOf(payment, { id, account, billed, timeZone }),
      amount,
      returnTo: null,
      saveMethod: false,
    },
  })
  await storeRow(trx, payment, { id, account, amount }, timeZone)
}

const findBilledAccount = async (trx: Queries, account: string, gateway: StoringOptions['gateway']) => {
  if (isAccountTooLong(gateway, account)) throw new PaymentError({ code: 'account_too_long' })
  const billed = await findPayee(trx, account)
  if (!billed) throw new PaymentError({ code: 'unknown_account', account })
  return billed
}

const intentOf = (
  { method, now }: NewPayment,
  { id, gateway }: Pick<StoringOptions, 'gateway'> & { id: string },
) => ({
  payment_id: id,
  gateway: gateway.name,
  shop: gateway.shop,
  method_id: method?.id ?? null,
  state: 'created' as const,
  last_contact_at: now.toISOString(),
})

const requestOf = (
  { email, method, now }: NewPayment,
  {
    id,
    account,
    billed,
    timeZone,
  }: { id: string; account: string; billed: { payee: Payee; period: string | null }; timeZone: string },
) => ({
  paymentId: id,
  account,
  email,
  period: billed.period ?? today(timeZone, now).slice(0, 7),
  payee: billed.payee,
  savedMethod: method?.gatewayMethodId ?? null,
})

const storeRow = async (
  trx: Queries,
  { source, userId, now }: NewPayment,
  { id, account, amount }: Part & { id: string },
  timeZone: string,
) => {
  const moment = now.toISOString()
  await insertPayment(trx, {
    id,
    account,
    user_id: userId,
    amount,
    status: 'pending',
    created_at: moment,
    source,
  })
  await appendPaymentEvent(trx, {
    paymentId: id,
    at: moment,
    actor: source === 'autopayment' ? 'time' : 'request',
    from: null,
    to: 'created',
    why: source,
  })
  await countPayment(trx, { account, amount, status: 'pending', createdAt: moment }, timeZone)
}

const withId = (address: string, name: 'payment' | 'basket', id: string) => {
  const url = new URL(address)
  url.searchParams.set(name, id)
  return url.href
}
