import { DomainError } from 'api/domain-error'
import type { Kopecks } from 'contract/money'

/** Why a payment is not begun, or not shown. */
export type PaymentProblem =
  /** No such payment, account or saved card of this customer. */
  | { code: 'not_found' }
  /** No such account at all. */
  | { code: 'unknown_account'; account: string }
  /** From this address only sums that stand on a bill are taken: the account has no such bill, or there is no such account. */
  | { code: 'not_on_bill' }
  /** The idempotency key belongs to a payment with other data. */
  | { code: 'idempotency_mismatch' }
  /** The gateway does not accept account numbers this long. */
  | { code: 'account_too_long' }
  /** The gateway's money goes to another organisation than the account's payee. */
  | { code: 'other_payee' }
  /** The gateway gave no page to pay on: nothing can have been charged. */
  | { code: 'no_gateway_page' }
  | { code: 'no_saved_method' }
  /** One of several accounts that are to be paid at once is not, or not any more, the customer's. */
  | { code: 'account_not_own'; account: string }
  /** The accounts that are to be paid at once belong to several payees; `groups` are those of each. */
  | { code: 'different_payees'; groups: readonly (readonly string[])[] }
  /** More is to be divided among the accounts than `owed`, what they owe together. */
  | { code: 'more_than_owed'; owed: Kopecks }
  /** Together with `pending`, what is under way, it comes to more than is owed; it may be confirmed. */
  | { code: 'may_pay_twice'; pending: Kopecks }
  /** It comes to more than is owed, since the balance that the customer saw has fallen by `fallen`; it may be confirmed. */
  | { code: 'paid_meanwhile'; fallen: Kopecks }
  /** The payment that this one was to replace has succeeded with the sum `paid`; it may be confirmed. */
  | { code: 'replaced_was_paid'; paid: Kopecks }

export class PaymentError extends DomainError {
  override readonly name = 'PaymentError'

  constructor(readonly problem: PaymentProblem) {
    super(problem.code)
  }
}
