import { fieldsRefused, notFound, Refusal } from 'api/http/refusal'
import { accountNumber } from 'contract/identifiers'
import { problemCodes } from 'contract/problem'
import { PaymentError } from './payments.errors'
import { unpayableWords, problemWords as words } from './payments.words'

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
    case 'not_on_bill':
      return fieldsRefused({ amount: [words.notOnBill] }, words.notOnBill)
    case 'idempotency_mismatch':
      return new Refusal(422, { code: problemCodes.idempotencyMismatch, message: words.idempotencyMismatch })
    case 'account_too_long':
    case 'other_payee': {
      const message = unpayableWords[problem.code]
      return fieldsRefused({ account: [message] }, message)
    }
    case 'no_gateway_page':
      return new Refusal(503, { message: words.noGatewayPage }, retryAfterSeconds)
    case 'no_saved_method':
      return fieldsRefused({ paymentMethod: [words.noSavedMethod] })
    case 'account_not_own':
      return new Refusal(409, { message: words.accountNotOwn(problem.account) })
    case 'different_payees':
      return new Refusal(422, {
        code: problemCodes.differentPayees,
        message: words.differentPayees,
        groups: problem.groups.map((group) => group.map((account) => accountNumber.parse(account))),
      })
    case 'more_than_owed': {
      const message = words.moreThanOwed(problem.owed)
      return fieldsRefused({ amount: [message] }, message)
    }
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
