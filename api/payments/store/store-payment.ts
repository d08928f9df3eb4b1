import { createHash, randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { balanceOf } from 'api/ledger/ledger.repository'
import { countPayment } from 'api/ledger/payment-sums.repository'
import { debtsOf, divideAmount } from 'contract/divide-amount'
import type { Payee } from 'contract/invoices'
import { type Kopecks, totalOf } from 'contract/money'
import type { Payment, PaymentKind } from 'contract/payments'
import type { PaymentGateway } from '../gateways/payment-gateway'
import { type AccountRules, findInvoiceSums, findPayee, whyUnpayable } from './accounts-to-pay.repository'
import { appendPaymentEvent } from './payment-events.repository'
import type { SavedMethodRow } from './payment-methods.repository'
import { PaymentError } from './payments.errors'
import { findPaymentByKey, insertIntent, insertPayment } from './payments.repository'

export interface NewPayment {
  identity: RequestIdentity
  source: Payment['source']
  account: string
  /** Null for somebody who is not signed in. */
  userId: string | null
  amount: Kopecks
  /** Where the receipt goes. */
  email: string
  /** The portal's pages that the gateway sends the payer back to; `null` without a payer. */
  returnTo: { success: string; failed: string } | null
  saveMethod: boolean
  /** What the payer has chosen to pay with. */
  kind?: PaymentKind | undefined
  /** The saved method to charge; `null` for the gateway's page. */
  method: Pick<SavedMethodRow, 'id' | 'gatewayMethodId' | 'gateway' | 'shop'> | null
  /** When it was begun. */
  now: Date
  /** For a payment that the gateway has already: our id of it there, and the gateway's. */
  atGateway?: { id: string; gatewayPaymentId: string }
  /**
   * The other payments of the same charge, whose accounts sort before `account`; absent for a single payment. `parts` are
   * all of them, in the order of the request.
   */
  basket?: { others: readonly Part[]; parts: readonly Part[] }
}

export interface Part {
  account: string
  amount: Kopecks
}

interface StoringOptions {
  gateway: Pick<PaymentGateway, 'name' | 'shop'> & AccountRules
  timeZone: string
}

/** If a process dies between storing a payment and sending it, the worker sends it after this time. */
export const leaseMs = 30_000

/**
 * Stores a payment in the caller's transaction, before it is sent to a gateway. The same identity is always the same
 * payment: `isNew` is false if it was stored before, with any data. Throws PaymentError (`unknown_account`,
 * `account_too_long`, `other_payee`).
 */
export const storePayment = async (
  trx: Queries,
  payment: NewPayment,
  { gateway, timeZone }: StoringOptions,
): Promise<{ id: string; isNew: boolean }> => {
  const { identity, account, amount, now, basket } = payment
  const billing = await findBillingDetails(trx, { account, amount }, payment.atGateway ? null : gateway)
  const id = payment.atGateway?.id ?? randomUUID()
  const others = basket?.others ?? []
  const total = totalOf([amount, ...others.map((other) => other.amount)])
  const { returnTo } = payment
  const name = basket ? 'basket' : 'payment'
  const isNew = await insertIntent(trx, {
    ...intentOf(payment, { id, gateway }),
    request_key: identity.requestKey,
    body_hash: identity.bodyHash,
    guest_email: payment.source === 'guest' && payment.email !== '' ? payment.email.toLowerCase() : null,
    gateway_payment_id: payment.atGateway?.gatewayPaymentId ?? null,
    next_check_at: new Date(now.getTime() + leaseMs).toISOString(),
    basket_id: basket ? id : null,
    request: {
      ...requestOf(payment, { id, account, billing }),
      amount: total,
      returnTo: returnTo && {
        success: withId(returnTo.success, name, id),
        failed: withId(returnTo.failed, name, id),
      },
      saveMethod: payment.saveMethod,
      ...(payment.kind === 'sbp' && { kind: payment.kind }),
      ...(basket && { parts: basket.parts }),
    },
  })
  if (!isNew) {
    const storedPayment = await findPaymentByKey(trx, identity.requestKey)
    if (!storedPayment) throw new Error('A payment whose key is taken was not found')
    return { id: storedPayment.id, isNew }
  }
  for (const other of others) {
    await storeOther(trx, payment, other, { basketId: id, gateway, timeZone })
  }
  await storeRow(trx, payment, { id, account, amount }, timeZone)
  return { id, isNew }
}

/** Stores another payment of a basket. It follows the state of the lead payment and is never sent to the gateway. */
const storeOther = async (
  trx: Queries,
  payment: NewPayment,
  { account, amount }: Part,
  { basketId, gateway, timeZone }: StoringOptions & { basketId: string },
) => {
  const id = randomUUID()
  const billing = await findBillingDetails(trx, { account, amount }, gateway)
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
      ...requestOf(payment, { id, account, billing }),
      amount,
      returnTo: null,
      saveMethod: false,
    },
  })
  await storeRow(trx, payment, { id, account, amount }, timeZone)
}

interface BillingDetails {
  payee: Payee
  period: string
}

/** Finds what the payment is for. Checks that the gateway takes the account; `null` for a payment that it has already. */
const findBillingDetails = async (
  trx: Queries,
  { account, amount }: Part,
  gateway: StoringOptions['gateway'] | null,
): Promise<BillingDetails> => {
  const payee = await findPayee(trx, account)
  if (!payee) throw new PaymentError({ code: 'unknown_account', account })
  const why = gateway && (await whyUnpayable(trx, gateway, account))
  if (why) throw new PaymentError({ code: why })
  return { payee, period: (await findPaidPeriod(trx, { account, amount })) ?? '' }
}

const intentOf = (
  { method, now, atGateway }: NewPayment,
  { id, gateway }: Pick<StoringOptions, 'gateway'> & { id: string },
) => ({
  payment_id: id,
  gateway: gateway.name,
  shop: gateway.shop,
  method_id: method?.id ?? null,
  state: atGateway ? ('pending' as const) : ('created' as const),
  last_contact_at: now.toISOString(),
})

const requestOf = (
  { email, method }: NewPayment,
  { id, account, billing }: { id: string; account: string; billing: BillingDetails },
) => ({
  paymentId: id,
  account,
  email,
  ...billing,
  savedMethod: method?.gatewayMethodId ?? null,
})

const storeRow = async (
  trx: Queries,
  { source, userId, now, atGateway }: NewPayment,
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
    ...(atGateway
      ? { actor: 'operator', to: 'pending', why: 'missing_here' }
      : { actor: source === 'autopayment' ? 'time' : 'request', to: 'created', why: source }),
    from: null,
  })
  await countPayment(trx, { account, amount, status: 'pending', createdAt: moment }, timeZone)
}

const withId = (address: string, name: 'payment' | 'basket', id: string) => {
  const url = new URL(address)
  url.searchParams.set(name, id)
  return url.href
}

/**
 * The billing period of the debt that the sum pays; null if it pays several debts, more than is owed, or an old debt
 * without an invoice.
 */
const findPaidPeriod = async (
  db: Queries,
  { account, amount }: { account: string; amount: Kopecks },
): Promise<string | null> => {
  const debts = debtsOf(await balanceOf(db, account), await findInvoiceSums(db, [account]))
  const [share] = divideAmount([{ account, debts }], amount)
  const [paid, ...others] = share?.debts ?? []
  return paid && others.length === 0 && paid.amount === amount ? paid.period : null
}

/** Identifies a request for a payment. */
export interface RequestIdentity {
  /**
   * A hash of the requester and the idempotency key; also the key for the gateway, so 43 characters. It belongs to one
   * payment for good.
   */
  requestKey: string
  /** A hash of the request's data: the same key with other data is refused. */
  bodyHash: string
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The kind in a request's data; nothing for a card, as in requests without a kind. */
export const kindInData = (kind: PaymentKind | undefined): PaymentKind[] => (kind === 'sbp' ? [kind] : [])

/**
 * `scope` is the requester ('guest', a customer, an autopayment); `data` is all that they have chosen, always in the same
 * order. The same input gives the same identity on every replica.
 */
export const identify = ({
  scope,
  key,
  data,
}: {
  scope: string
  key: string
  data: readonly (string | number | boolean | null)[]
}): RequestIdentity => ({ requestKey: hashOf([scope, key]), bodyHash: hashOf(data) })
