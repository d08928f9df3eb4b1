import type { Queries } from 'api/db/database'

/** Whether the payment, or one of its basket, is for an account that its customer does not have any more. */
export const paysForLostAccount = async (db: Queries, paymentId: string): Promise<boolean> => {
  const lost = await db
    .selectFrom('payment_intents')
    .innerJoin('payments', 'payments.id', 'payment_intents.payment_id')
    .select('payments.id')
    .where((eb) =>
      eb.or([
        eb('payment_intents.payment_id', '=', paymentId),
        eb('payment_intents.basket_id', '=', paymentId),
      ]),
    )
    .where('payments.user_id', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('customer_accounts')
            .select('customer_accounts.account')
            .whereRef('customer_accounts.user_id', '=', 'payments.user_id')
            .whereRef('customer_accounts.account', '=', 'payments.account'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return lost !== undefined
}
