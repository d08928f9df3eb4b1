import type { Queries } from 'api/db/database'
import { balanceOf, lockLedgerOf } from 'api/ledger/ledger.repository'
import { type Kopecks, toKopecks, totalOf } from 'contract/money'
import type { Payments } from '../processing/payments'
import { PaymentError } from '../store/payments.errors'
import { findPayment, type StoredPayment } from '../store/payments.repository'
import { findWaitingForPayer, type PendingFilter, sumPending } from '../store/pending-payments.repository'

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

/**
 * Cancels payments that their customer replaces by another one, where the gateway can, and returns their states after that.
 * Not to be called inside a transaction.
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
 * The ids of the payments that the customer has begun for the account and left: they wait on the bank's page, or the bank
 * never answered with one. Payments that are being sent now are not among them.
 */
export const findAbandonedPayments = async (db: Queries, pendingFilter: PendingFilter): Promise<string[]> =>
  (await findWaitingForPayer(db, pendingFilter))
    .filter(({ state }) => state === 'pending' || state === 'unknown')
    .map(({ id }) => id)

/**
 * Cancels abandoned payments before another one replaces them, where the gateway can. Returns the ids of the payments that
 * can't be canceled. A payment that the gateway did not cancel when asked is not among them: it may be paid at this
 * moment. Not to be called inside a transaction.
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
