import type { Queries } from 'api/db/database'
import { balanceOf, lockLedgerOf } from 'api/ledger/ledger.repository'
import { type Kopecks, toKopecks, totalOf } from 'contract/money'
import type { Payments } from '../processing/payments'
import { PaymentError } from '../store/payments.errors'
import { type Begun, findWaitingForPayer } from '../store/pending-payments.repository'
import { sumUnderWay } from '../store/under-way.repository'
import { cancelReplaced } from './cancel-replaced'

/** What the customer knew when pressing, as in the contract's `Confirmation`, for one account. */
export interface Knowledge {
  /** Of the payments under way: this one is wanted in their place, or besides. */
  payAnew: boolean
  /** The account's balance; null where it is not told. */
  seenBalance: Kopecks | null
}

/**
 * Throws PaymentError for a payment that was just stored in this transaction, when it comes to more than is owed and the
 * customer may not know: `paid_meanwhile` where the balance has fallen since it was seen, `may_pay_twice` together with the
 * payments under way. The lock of the ledger makes the second of two concurrent payments see the first, on any replicas.
 */
export const refusePayingTwice = async (
  trx: Queries,
  payment: { id: string; account: string; userId: string; amount: Kopecks },
  { payAnew, seenBalance }: Knowledge,
) => {
  const { id, account, userId, amount } = payment
  await lockLedgerOf(trx, account)
  const balance = await balanceOf(trx, account)
  if (seenBalance !== null && balance < seenBalance && amount > balance)
    throw new PaymentError({ code: 'paid_meanwhile', fallen: toKopecks(seenBalance - balance) })
  if (payAnew) return
  const pending = await sumUnderWay(trx, { account, userId, except: [id] })
  if (pending > 0 && pending + amount > balance) throw new PaymentError({ code: 'may_pay_twice', pending })
}

/**
 * Cancels, where the gateway can, what the customer has begun for the account and not paid. Throws PaymentError
 * (`replaced_was_paid`) when the gateway says that one of them was paid. Not to be called inside a transaction.
 */
export const replaceBegun = async (db: Queries, payments: Pick<Payments, 'cancel'>, begun: Begun) => {
  const waiting = await findWaitingForPayer(db, begun)
  const replaced = await cancelReplaced(
    db,
    payments,
    waiting.map(({ id }) => id),
  )
  const paid = replaced.filter(({ state }) => state === 'succeeded')
  if (paid.length === 0) return
  const sum = totalOf(paid.map(({ amount }) => amount))
  throw new PaymentError({ code: 'replaced_was_paid', paid: sum })
}
