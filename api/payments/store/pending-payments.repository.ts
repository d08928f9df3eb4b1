import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import { type Kopecks, toKopecks } from 'contract/money'
import type { MethodKind } from 'contract/payments'
import { HOUR } from 'format/durations'
import type { PaymentGateway } from '../gateways/payment-gateway'
import type { StoredPayment } from './payments.repository'

/** Repeats stop this long before the gateway forgets their key. */
const keyMarginMs = HOUR

/** A moment: a payment first sent by then is never repeated. */
export const keysForgottenSince = (gateway: Pick<PaymentGateway, 'remembersKeysMs'>, now: Date): string =>
  new Date(now.getTime() + keyMarginMs - gateway.remembersKeysMs).toISOString()

/** Whether the outcome is unknown for good: there is no gateway id to poll, and the key may not be repeated. */
export const isUnanswered = (
  { state, gatewayPaymentId, firstSentAt }: Pick<StoredPayment, 'state' | 'gatewayPaymentId' | 'firstSentAt'>,
  forgottenSince: string,
): boolean =>
  state === 'unknown' && gatewayPaymentId === null && firstSentAt !== null && firstSentAt <= forgottenSince

/** The same for a charge of a saved method. Any other payment needs the bank's page, which its payer never got. */
export const isUnansweredCharge = (
  payment: Pick<StoredPayment, 'state' | 'gatewayPaymentId' | 'firstSentAt' | 'methodId'>,
  forgottenSince: string,
): boolean => payment.methodId !== null && isUnanswered(payment, forgottenSince)

/** The ids among `ids` for which `isUnansweredCharge` is true. */
export const findUnanswered = async (
  db: Queries,
  ids: readonly string[],
  forgottenSince: string,
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment_intents')
    .select('payment_id')
    .where('payment_id', 'in', ids)
    .where('method_id', 'is not', null)
    .where('state', '=', 'unknown')
    .where('gateway_payment_id', 'is', null)
    .where('first_sent_at', '<=', forgottenSince)
    .execute()
  return new Set(rows.map((row) => row.payment_id))
}

/** How the payer continues a pending payment, with its saved method and its basket. */
export interface Continuation {
  id: string
  confirmationUrl: string | null
  qr: string | null
  qrExpiresAt: string | null
  methodKind: MethodKind | null
  methodTitle: string | null
  basket: { id: string; amount: Kopecks } | null
}

/** Returns them by the ids of the payments. */
export const findContinuations = async (
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, Continuation>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_intents')
    .leftJoin('payment_methods', 'payment_methods.id', 'payment_intents.method_id')
    .select((eb) => [
      'payment_intents.payment_id as id',
      'payment_intents.confirmation_url as confirmationUrl',
      'payment_intents.qr',
      'payment_intents.qr_expires_at as qrExpiresAt',
      'payment_methods.kind as methodKind',
      'payment_methods.title as methodTitle',
      'payment_intents.basket_id as basketId',
      eb
        .selectFrom('payment_intents as part')
        .innerJoin('payments', 'payments.id', 'part.payment_id')
        .select((one) => one.fn.sum<number>('payments.amount').as('amount'))
        .whereRef('part.basket_id', '=', 'payment_intents.basket_id')
        .as('basketAmount'),
    ])
    .where('payment_intents.payment_id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ basketId, basketAmount, ...way }) => {
      const isPart = basketId !== null && basketAmount !== null
      return [way.id, { ...way, basket: isPart ? { id: basketId, amount: toKopecks(basketAmount) } : null }]
    }),
  )
}

/** The customer's payments for an account, without the payment of `exceptKey`. */
export interface PendingFilter {
  userId: string
  account: string
  exceptKey: string
}

/** The customer's pending payments that need the payer on the bank's page. */
export const findWaitingForPayer = (
  db: Queries,
  { userId, account, exceptKey }: PendingFilter,
): Promise<{ id: string; state: Tables['payment_intents']['state'] }[]> =>
  db
    .selectFrom('payments')
    .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
    .select(['payments.id', 'payment_intents.state'])
    .where('payments.account', '=', account)
    .where('payments.status', '=', 'pending')
    .where('payments.user_id', '=', userId)
    .where('payments.source', '=', 'personal')
    .where('payment_intents.method_id', 'is', null)
    .where('payment_intents.request_key', '!=', exceptKey)
    .where((eb) =>
      eb.or([
        eb('payment_intents.basket_id', 'is', null),
        eb(
          'payment_intents.basket_id',
          'not in',
          eb
            .selectFrom('payment_intents as same')
            .select('same.payment_id')
            .where('same.request_key', '=', exceptKey),
        ),
      ]),
    )
    .execute()

interface PendingSumOptions {
  account: string
  userId: string
  /** The ids of payments that are not counted. */
  except?: readonly string[] | undefined
  /** A moment: a payment that was first sent by then, and never answered, is not counted. */
  forgottenSince?: string
}

/**
 * The sum of pending payments that may still pay the account's debt: all of the customer's own, and anybody's
 * charges of saved cards, which need no payer. Payments that others have begun on the bank's page are not counted: anybody
 * can begin one and leave it.
 */
export const sumPending = async (
  db: Queries,
  { account, userId, except = [], forgottenSince }: PendingSumOptions,
): Promise<Kopecks> => {
  const { pending } = await db
    .selectFrom('payments')
    .leftJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('payments.amount'), eb.lit(0)).as('pending'))
    .where('payments.account', '=', account)
    .where('payments.status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('payments.user_id', '=', userId),
        eb('payments.source', '=', 'autopayment'),
        eb('payment_intents.method_id', 'is not', null),
      ]),
    )
    .$if(except.length > 0, (query) => query.where('payments.id', 'not in', except))
    .$if(forgottenSince !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('payment_intents.state', 'is', null),
          eb('payment_intents.state', '!=', 'unknown'),
          eb('payment_intents.gateway_payment_id', 'is not', null),
          eb('payment_intents.first_sent_at', '>', forgottenSince ?? ''),
        ]),
      ),
    )
    .executeTakeFirstOrThrow()
  return toKopecks(pending)
}
