import { hasRight } from 'api/accounts'
import type { Queries } from 'api/db/database'

/** Whether the payment, or one of its basket, is for an account that its customer may not pay any more. */
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
