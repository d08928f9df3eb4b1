import type { Queries } from 'api/db/database'
import { balanceOf, lockLedgerOf } from 'api/ledger/ledger.repository'
import type { Payments } from './payments'
import { PaymentError } from './payments.errors'
import { findPayment, findWaitingForPayer, sumBeside } from './payments.repository'

/**
 * Throws PaymentError (`may_pay_twice`) for a payment that was just stored in this transaction, when it comes to more than
 * is owed together with those under way. Of two at the same instant, on any replicas, the second sees the first.
 */
export const refusePayingTwice = async (
  trx: Queries,
  payment: { id: string; account: string; userId: string; amount: number },
) => {
  const { account, amount } = payment
  await lockLedgerOf(trx, account)
  const pending = await sumBeside(trx, payment)
  if (pending === 0 || pending + amount <= (await balanceOf(trx, account))) return
  throw new PaymentError({ code: 'may_pay_twice', pending })
}

/**
 * Cancels, where the gateway can, what the customer has begun for the account and not paid. Throws PaymentError
 * (`replaced_was_paid`) when the gateway says that one of them was paid. Not to be called inside a transaction.
 */
export const replaceBegun = async (
  db: Queries,
  { cancel }: Pick<Payments, 'cancel'>,
  begun: { userId: string; account: string; exceptKey: string },
) => {
  const ids = await findWaitingForPayer(db, begun)
  await Promise.all(ids.map((id) => cancel(id, 'replaced')))
  const paid = (await Promise.all(ids.map((id) => findPayment(db, id)))).filter(
    (payment) => payment?.state === 'succeeded',
  )
  if (paid.length === 0) return
  const sum = paid.reduce((total, payment) => total + (payment?.amount ?? 0), 0)
  throw new PaymentError({ code: 'replaced_was_paid', paid: sum })
}
