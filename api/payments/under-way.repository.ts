import type { Queries } from 'api/db/database'

export interface UnderWay {
  account: string
  userId: string
  /** The id of a payment that is not counted. */
  except?: string
  /** A moment: what the gateway was first sent by then, and never answered, is not counted. */
  forgottenSince?: string
}

/**
 * What may yet pay the account's debt, kopecks: all that the customer has under way, and anybody's charges of saved cards,
 * which need no payer. What others have only begun is not counted: anybody may begin a payment and leave it.
 */
export const sumUnderWay = async (
  db: Queries,
  { account, userId, except, forgottenSince }: UnderWay,
): Promise<number> =>
  (
    await db
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
      .$if(except !== undefined, (query) => query.where('payments.id', '!=', except ?? ''))
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
  ).pending
