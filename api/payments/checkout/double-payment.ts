import type { Queries } from 'api/db/database'
import { balanceOf, lockLedgerOf } from 'api/ledger/ledger.repository'
import { type Kopecks, toKopecks, totalOf } from 'contract/money'
import type { Payments } from '../processing/payments'
import { PaymentError } from '../store/payments.errors'
import { findPayment, type StoredPayment } from '../store/payments.repository'
import { findWaitingForPayer, type PendingFilter, sumPending } from '../store/pending-payments.repository'

/** What the customer has confirmed by a press, as in the contract's `Confirmation`, for one account. */
export interface Confirmation {
  /** The customer knows of the pending payments, and wants this one instead of them or in addition. */
  confirmed: boolean
  /** The account's balance on the page; `null` if the page did not send it. */
  displayedBalance: Kopecks | null
}

/**
 * Throws PaymentError if the payment, just stored in this transaction, exceeds the debt: `paid_meanwhile` if the balance has
 * fallen since the page showed it, `may_pay_twice` if the pending payments make the difference. The ledger's lock makes the
 * second of two concurrent payments see the first, on any replica.
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
 * Cancels the customer's unpaid payments for the account, if the gateway can. Throws PaymentError (`replaced_was_paid`) if
 * the gateway says that one was paid. Not to be called inside a transaction.
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

/**
 * Cancels payments that another one replaces, if the gateway can, and returns their new states. Not to be called inside a
 * transaction.
 */
const cancelReplaced = async (
  db: Queries,
  { cancel }: Pick<Payments, 'cancel'>,
  ids: readonly string[],
): Promise<StoredPayment[]> => {
  await Promise.all(ids.map((id) => cancel(id, 'replaced')))
  const payments = await Promise.all(ids.map((id) => findPayment(db, id)))
  return payments.filter((payment) => payment !== undefined)
}

/**
 * Finds the customer's abandoned payments for the account: pending on the bank's page, or without an answer. Payments that
 * are being sent are left out.
 */
export const findAbandonedPayments = async (db: Queries, pendingFilter: PendingFilter): Promise<string[]> =>
  (await findWaitingForPayer(db, pendingFilter))
    .filter(({ state }) => state === 'pending' || state === 'unknown')
    .map(({ id }) => id)

/**
 * Cancels abandoned payments before another one replaces them. Returns the ids of the payments that can't be canceled.
 * Leaves out a payment that its gateway refused to cancel: the payer may be paying it now. Not to be called inside a
 * transaction.
 */
export const cancelAbandonedPayments = async (
  db: Queries,
  { cancel, gateways }: Pick<Payments, 'cancel' | 'gateways'>,
  ids: readonly string[],
): Promise<string[]> =>
  (await cancelReplaced(db, { cancel }, ids))
    .filter(
      ({ state, gateway, shop }) =>
        state === 'unknown' || (state === 'pending' && !gateways.of({ gateway, shop })?.cancel),
    )
    .map(({ id }) => id)
