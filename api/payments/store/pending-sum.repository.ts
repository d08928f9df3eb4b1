import type { Queries } from 'api/db/database'
import { type Kopecks, toKopecks } from 'contract/money'

export interface PendingSumOptions {
  account: string
  userId: string
  /** The ids of payments that are not counted. */
  except?: readonly string[] | undefined
  /** A moment: what the gateway was first sent by then, and never answered, is not counted. */
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
