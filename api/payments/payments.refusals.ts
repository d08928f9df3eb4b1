import { fieldsRefused, notFound, Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { PaymentError } from './payments.errors'
import { problemWords as words } from './payments.words'

const retryAfterSeconds = 60

/** How an error of this domain is answered; null for any other error. */
export const paymentRefusal = (error: unknown): Refusal | null => {
  if (!(error instanceof PaymentError)) return null
  const { problem } = error
  switch (problem.code) {
    case 'not_found':
      return notFound()
    case 'unknown_account': {
      const message = words.unknownAccount(problem.account)
      return new Refusal(404, { message, errors: { account: [message] } })
    }
    case 'idempotency_mismatch':
      return new Refusal(422, { code: problemCodes.idempotencyMismatch, message: words.idempotencyMismatch })
    case 'account_too_long':
      return fieldsRefused({ account: [words.accountTooLong] }, words.accountTooLong)
    case 'no_gateway_page':
      return new Refusal(503, { message: words.noGatewayPage }, retryAfterSeconds)
    case 'no_saved_method':
      return fieldsRefused({ paymentMethod: [words.noSavedMethod] })
    case 'may_pay_twice':
      return new Refusal(422, {
        code: problemCodes.confirmRequired,
        message: words.mayPayTwice(problem.pending),
      })
    case 'paid_meanwhile':
      return new Refusal(422, {
        code: problemCodes.confirmRequired,
        message: words.paidMeanwhile(problem.fallen),
      })
    case 'replaced_was_paid':
      return new Refusal(422, {
        code: problemCodes.confirmRequired,
        message: words.replacedWasPaid(problem.paid),
      })
  }
}
