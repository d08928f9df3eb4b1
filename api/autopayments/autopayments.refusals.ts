import { fieldsRefused, notFound, Refusal } from 'api/http/refusal'
import { AutopaymentError } from './autopayments.errors'
import { problemWords } from './autopayments.words'

/** How an error of this domain is answered; null for any other error. */
export const autopaymentRefusal = (error: unknown): Refusal | null => {
  if (!(error instanceof AutopaymentError)) return null
  const { problem } = error
  switch (problem) {
    case 'not_found':
      return notFound()
    case 'account_not_found':
      return new Refusal(404, { message: problemWords[problem] })
    case 'day_by_invoice':
      return fieldsRefused({ day: [problemWords[problem]] })
    case 'amount_by_invoice':
    case 'amount_over_limit':
      return fieldsRefused({ amount: [problemWords[problem]] })
    case 'limit_under_amount':
      return fieldsRefused({ limit: [problemWords[problem]] })
    case 'no_such_card':
      return fieldsRefused({ paymentMethod: [problemWords[problem]] })
    case 'account_has_autopayment':
    case 'removed_meanwhile':
    case 'not_active':
    case 'not_connected':
    case 'needs_card':
    case 'needs_account':
      return new Refusal(409, { message: problemWords[problem] })
    case 'unknown_opt_out_link':
      return new Refusal(422, { message: problemWords[problem] })
    case 'opt_out_too_late':
      return new Refusal(410, { message: problemWords[problem] })
  }
}
