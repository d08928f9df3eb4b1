import { hasRight } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Payment } from 'contract/payments'
import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
import { type PaymentRequest, readPaymentRequest } from '../gateways/payment-gateway'
import { appendPaymentEvent } from './payment-events.repository'

const columns = [
  'payments.id',
  'payments.account',
  'payments.user_id as userId',
  'payments.amount',
  'payments.created_at as createdAt',
  'payments.paid_at as paidAt',
  'payments.method_kind as methodKind',
  'payments.method_title as methodTitle',
  'payments.source',
  'payments.receipt_url as receiptUrl',
  'payments.receipt_status as receiptStatus',
  'payments.decline_reason as declineReason',
  'payments.refunded',
  'payment_intents.request_key as requestKey',
  'payment_intents.body_hash as bodyHash',
  'payment_intents.gateway',
  'payment_intents.shop',
  'payment_intents.request',
  'payment_intents.method_id as methodId',
  'payment_intents.state',
  'payment_intents.sends',
  'payment_intents.first_sent_at as firstSentAt',
  'payment_intents.last_contact_at as lastContactAt',
  'payment_intents.gateway_payment_id as gatewayPaymentId',
  'payment_intents.confirmation_url as confirmationUrl',
  'payment_intents.qr',
  'payment_intents.qr_expires_at as qrExpiresAt',
  'payment_intents.asked_cancel_reason as askedCancelReason',
  'payment_intents.basket_id as basketId',
] as const

const selectPayments = (db: Queries) =>
  db
    .selectFrom('payment_intents')
    .innerJoin('payments', 'payments.id', 'payment_intents.payment_id')
    .select(columns)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirst']>>>

/** A payment with its intent. */
export type StoredPayment = Omit<Row, 'request' | 'source'> & {
  request: PaymentRequest
  source: Payment['source']
}

const asStoredPayment = (row: Row | undefined): StoredPayment | undefined => row && parseRow(row)

const parseRow = (row: Row): StoredPayment => ({
  ...row,
  request: readPaymentRequest(row.request),
  source: shownSource(row.source),
})

export const findPayment = async (db: Queries, id: string): Promise<StoredPayment | undefined> =>
  asStoredPayment(await selectPayments(db).where('payments.id', '=', id).executeTakeFirst())

/** Whether the gateway has not processed the payment yet. */
export const isUnsent = async (db: Queries, id: string): Promise<boolean> =>
  (await db
    .selectFrom('payment_intents')
    .select('payment_id')
    .where('payment_id', '=', id)
    .where('state', '=', 'created')
    .executeTakeFirst()) !== undefined

/** The payment that is sent to the gateway for this one: of a basket, the lead payment. */
export const findCharge = async (db: Queries, id: string): Promise<StoredPayment | undefined> => {
  const payment = await findPayment(db, id)
  return payment?.basketId && payment.basketId !== id ? findPayment(db, payment.basketId) : payment
}

export const findPaymentByKey = async (db: Queries, requestKey: string): Promise<StoredPayment | undefined> =>
  asStoredPayment(
    await selectPayments(db).where('payment_intents.request_key', '=', requestKey).executeTakeFirst(),
  )

export const findPaymentOfGateway = async (
  db: Queries,
  { gateway, gatewayPaymentId }: { gateway: string; gatewayPaymentId: string },
): Promise<StoredPayment | undefined> =>
  asStoredPayment(
    await selectPayments(db)
      .where('payment_intents.gateway', '=', gateway)
      .where('payment_intents.gateway_payment_id', '=', gatewayPaymentId)
      .executeTakeFirst(),
  )

/** Reads the payment and locks it until the transaction ends: other writers wait. */
export const lockPayment = async (trx: Queries, id: string): Promise<StoredPayment | undefined> => {
  await lockState(trx, id)
  return findPayment(trx, id)
}

/**
 * Locks the other payments of a basket, as `lockPayment` does, and returns them by account; none for a single payment.
 */
export const lockOthersOfBasket = async (
  trx: Queries,
  { id, basketId }: Pick<StoredPayment, 'id' | 'basketId'>,
): Promise<StoredPayment[]> => {
  if (basketId === null) return []
  await trx
    .updateTable('payment_intents')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('basket_id', '=', basketId)
    .where('payment_id', '!=', id)
    .execute()
  const rows = await selectPayments(trx)
    .where('payment_intents.basket_id', '=', basketId)
    .where('payment_intents.payment_id', '!=', id)
    .orderBy('payments.account')
    .execute()
  return rows.map(parseRow)
}

const lockState = async (trx: Queries, id: string): Promise<Tables['payment_intents']['state'] | undefined> =>
  (
    await trx
      .updateTable('payment_intents')
      .set((eb) => ({ state: eb.ref('state') }))
      .where('payment_id', '=', id)
      .returning('state')
      .executeTakeFirst()
  )?.state

/** Returns false if the key has a payment already. */
export const insertIntent = async (
  trx: Queries,
  intent: Omit<Insertable<Tables['payment_intents']>, 'request'> & { request: PaymentRequest },
): Promise<boolean> =>
  (await trx
    .insertInto('payment_intents')
    .values({ ...intent, request: JSON.stringify(intent.request) })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returning('payment_id')
    .executeTakeFirst()) !== undefined

export const insertPayment = async (trx: Queries, payment: Insertable<Tables['payments']>) => {
  await trx.insertInto('payments').values(payment).execute()
}

export const updatePayment = async (trx: Queries, id: string, changes: Updateable<Tables['payments']>) => {
  await trx.updateTable('payments').set(changes).where('id', '=', id).execute()
}

export const updateIntent = async (
  trx: Queries,
  id: string,
  changes: Updateable<Tables['payment_intents']>,
) => {
  await trx.updateTable('payment_intents').set(changes).where('payment_id', '=', id).execute()
}

interface SendingClaim {
  id: string
  /** The body for the first attempt; a repeat sends the stored one. */
  body: string
  now: string
  /** When the worker takes over if this process dies. */
  until: string
  /** States in which it may be sent to the gateway. */
  from: Tables['payment_intents']['state'][]
  /** A sending that began before this moment counts as abandoned. */
  sentBefore: string
  /** A payment without an answer since this moment may be repeated. */
  lostBefore: string
  /** If the payment was first sent before this moment, the gateway has forgotten its key. */
  firstSentSince: string
}

const methodIsLinked = (eb: ExpressionBuilder<Tables, 'payment_intents'>) =>
  eb.or([
    eb('method_id', 'is', null),
    eb.exists(
      eb
        .selectFrom('payment_methods')
        .select('payment_methods.id')
        .whereRef('payment_methods.id', '=', 'payment_intents.method_id')
        .where('payment_methods.unlinked_at', 'is', null),
    ),
  ])

interface SendingAttempt {
  /** How many times it was sent, this one included. */
  sends: number
  /** The body to send: that of the first attempt, if there was one. */
  body: string
}

/**
 * Claims the payment for sending it to the gateway. Undefined if another process is sending it, or if it may not be sent any
 * more: its method was unlinked, or the gateway has forgotten its key and would make a second payment.
 */
export const claimForSending = async (
  trx: Queries,
  claim: SendingClaim,
): Promise<SendingAttempt | undefined> => {
  const { id, body, now, until, from, sentBefore, lostBefore, firstSentSince } = claim
  const before = await lockState(trx, id)
  const claimed = await trx
    .updateTable('payment_intents')
    .set((eb) => ({
      state: 'sent',
      sends: eb('sends', '+', 1),
      first_sent_at: eb.fn.coalesce('first_sent_at', eb.val(now)),
      sent_body: eb.fn.coalesce('sent_body', eb.val(body)),
      last_contact_at: now,
      next_check_at: until,
    }))
    .where('payment_id', '=', id)
    // The other payments of a basket are never sent.
    .where((eb) => eb.or([eb('basket_id', 'is', null), eb('basket_id', '=', id)]))
    .where('state', 'in', from)
    .where('gateway_payment_id', 'is', null)
    .where((eb) => eb.or([eb('state', '!=', 'sent'), eb('last_contact_at', '<=', sentBefore)]))
    .where((eb) => eb.or([eb('state', '!=', 'unknown'), eb('last_contact_at', '<=', lostBefore)]))
    .where((eb) => eb.or([eb('first_sent_at', 'is', null), eb('first_sent_at', '>', firstSentSince)]))
    .where(methodIsLinked)
    .returning(['sends', 'sent_body', 'basket_id', 'first_sent_at'])
    .executeTakeFirst()
  if (!before || !claimed) return undefined
  if (before !== 'sent') {
    const why = claimed.sends === 1 ? 'first_send' : 'repeated_send'
    const change = { at: now, actor: 'request', to: 'sent', why } as const
    await appendPaymentEvent(trx, { ...change, paymentId: id, from: before })
    const others = await lockOthersOfBasket(trx, { id, basketId: claimed.basket_id })
    for (const other of others) {
      await updateIntent(trx, other.id, { state: 'sent', first_sent_at: claimed.first_sent_at })
      await appendPaymentEvent(trx, { ...change, paymentId: other.id, from: other.state })
    }
  }
  return { sends: claimed.sends, body: claimed.sent_body ?? body }
}

interface PollingClaim {
  id: string
  now: string
  /** When the worker takes over if this process dies. */
  until: string
  /** A payment that was polled after this moment is skipped. */
  lastContactBefore: string
  /** Whether a canceled payment that is no longer polled is polled, too. */
  alsoCanceled: boolean
}

/** Claims the payment for polling; false if it was polled a moment ago. */
export const claimForPolling = async (
  db: Queries,
  { id, now, until, lastContactBefore, alsoCanceled }: PollingClaim,
): Promise<boolean> => {
  const claimed = await db
    .updateTable('payment_intents')
    .set({ last_contact_at: now, next_check_at: until })
    .where('payment_id', '=', id)
    .where((eb) =>
      alsoCanceled
        ? eb.or([eb('next_check_at', 'is not', null), eb('state', '=', 'canceled')])
        : eb('next_check_at', 'is not', null),
    )
    .where('last_contact_at', '<=', lastContactBefore)
    .returning('payment_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Claims the payment that has been due longest, until the lease ends. */
export const claimDuePayment = async (
  db: Queries,
  { now, until }: { now: string; until: string },
): Promise<string | undefined> => {
  const row = await db
    .updateTable('payment_intents')
    .set({ next_check_at: until })
    .where('payment_id', '=', (eb) =>
      eb
        .selectFrom('payment_intents')
        .select('payment_id')
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .orderBy('payment_id')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning('payment_id')
    .executeTakeFirst()
  return row?.payment_id
}

/** The address for a customer's receipts; undefined if the customer is being deleted and may not be charged. */
export const findReceiptEmail = async (db: Queries, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('erase_at', 'is', null)
      .executeTakeFirst()
  )?.email

/** Converts the source for the contract: a payment made elsewhere counts as a guest's. */
export const shownSource = (source: Tables['payments']['source']): Payment['source'] =>
  source === 'other' ? 'guest' : source

/** Whether the payment, or another of its basket, is for an account that its customer may no longer pay. */
export const paysForLostAccount = async (db: Queries, paymentId: string, now: Date): Promise<boolean> => {
  const paid = await db
    .selectFrom('payment_intents')
    .innerJoin('payments', 'payments.id', 'payment_intents.payment_id')
    .select(['payments.user_id as userId', 'payments.account'])
    .where((eb) =>
      eb.or([
        eb('payment_intents.payment_id', '=', paymentId),
        eb('payment_intents.basket_id', '=', paymentId),
      ]),
    )
    .execute()
  for (const { userId, account } of paid)
    if (userId !== null && !(await hasRight(db, { userId, account, now }, 'pay'))) return true
  return false
}
