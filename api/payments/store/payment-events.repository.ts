import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'

/** Where a change of a payment's state comes from. */
export type PaymentActor = Tables['payment_events']['actor']

interface StateChange {
  paymentId: string
  /** A moment. */
  at: string
  actor: PaymentActor
  /** `null` if the payment has just been stored. */
  from: Tables['payment_intents']['state'] | null
  to: Tables['payment_intents']['state']
  /** A code: ours, or the gateway's own. */
  why: string
}

/** Appends one change of the payment's state, in the transaction that makes it. The payment is locked, or new. */
export const appendPaymentEvent = async (
  trx: Queries,
  { paymentId, at, actor, from, to, why }: StateChange,
) => {
  await trx
    .insertInto('payment_events')
    .values((eb) => ({
      payment_id: paymentId,
      step: eb
        .selectFrom('payment_events as earlier')
        .select((of) => of(of.fn.coalesce(of.fn.max('earlier.step'), of.lit(0)), '+', 1).as('step'))
        .where('earlier.payment_id', '=', paymentId),
      at,
      actor,
      from_state: from,
      to_state: to,
      why,
    }))
    .execute()
}

/** Whether the webhook has already been processed. */
export const isWebhookProcessed = async (
  db: Queries,
  { gateway, webhook }: { gateway: string; webhook: string },
): Promise<boolean> =>
  (await db
    .selectFrom('gateway_webhooks')
    .select('webhook')
    .where('gateway', '=', gateway)
    .where('webhook', '=', webhook)
    .executeTakeFirst()) !== undefined

export const insertWebhook = async (
  trx: Queries,
  row: { gateway: string; webhook: string; payment_id: string; taken_at: string },
) => {
  await trx
    .insertInto('gateway_webhooks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['gateway', 'webhook']).doNothing())
    .execute()
}
