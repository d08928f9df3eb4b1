import { DomainError } from 'api/domain-error'

/** Why a request about an autopayment is not carried out. */
export type AutopaymentProblem =
  /** No such autopayment of this customer. */
  | 'not_found'
  | 'account_not_found'
  | 'account_has_autopayment'
  /** The autopayment that the request had begun was removed before its repeat. */
  | 'removed_meanwhile'
  /** A day or an amount, of an autopayment by invoice. */
  | 'day_by_invoice'
  | 'amount_by_invoice'
  /** The monthly sum is above the limit; the name says which of them was sent. */
  | 'amount_over_limit'
  | 'limit_under_amount'
  /** The saved card to charge is not the customer's, or was unlinked. */
  | 'no_such_card'
  /** Only an active one can be paused. */
  | 'not_active'
  /** Its first payment has not succeeded yet. */
  | 'not_connected'
  /** What resuming lacks. */
  | 'needs_card'
  | 'needs_account'
  | 'unknown_opt_out_link'
  /** The charge is over, under way or off already. */
  | 'opt_out_too_late'

export class AutopaymentError extends DomainError {
  override readonly name = 'AutopaymentError'

  constructor(readonly problem: AutopaymentProblem) {
    super(problem)
  }
}
