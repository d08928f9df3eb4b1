import type { Queries } from 'api/db/database'
import { balanceOf, lockLedgerOf } from 'api/ledger/ledger.repository'
import { type Kopecks, toKopecks, totalOf } from 'contract/money'
import type { Payments } from '../processing/payments'
import { PaymentError } from '../store/payments.errors'
import { findWaitingForPayer, type PendingFilter } from '../store/pending-payments.repository'
import { sumPending } from '../store/pending-sum.repository'
import { cancelReplaced } from './cancel-replaced'

/** What the customer has confirmed by a press, as in the contract's `Confirmation`, for one account. */
export interface Confirmation {
  /** The customer knows of the pending payments, and wants this one in their place or besides. */
  confirmed: boolean
  /** The account's balance; null where it is not told. */
  displayedBalance: Kopecks | null
}

/**
 * Throws PaymentError for a payment that was just stored in this transaction, when it comes to more than is owed and the
 * customer may not know: `paid_meanwhile` where the balance has fallen since it was displayed, `may_pay_twice` together with the
 * pending payments. The lock of the ledger makes the second of two concurrent payments see the first, on any replicas.
 */
export const checkDoublePayment = async (
  trx: Queries,
  payment: { id: string; account: string; userId: string; amount: Kopecks },
  { confirmed, displayedBalance }: Confirmation,
) => {
  const { id, account, userId, amount } = payment
  await lockLedgerOf(trx, account)
  const balance = await balanceOf(trx, account)
  if (displayedBalance !== null && balance < displayedBalance && amount > balance)
    throw new PaymentError({ code: 'paid_meanwhile', fallen: toKopecks(displayedBalance - balance) })
  if (confirmed) return
  const pending = await sumPending(trx, { account, userId, except: [id] })
  if (pending > 0 && pending + amount > balance) throw new PaymentError({ code: 'may_pay_twice', pending })
}

/**
 * Cancels, where the gateway can, what the customer has begun for the account and not paid. Throws PaymentError
 * (`replaced_was_paid`) when the gateway says that one of them was paid. Not to be called inside a transaction.
 */
export const replacePendingPayments = async (
  db: Queries,
  payments: Pick<Payments, 'cancel'>,
  pendingFilter: PendingFilter,
) => {
  const waiting = await findWaitingForPayer(db, pendingFilter)
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
