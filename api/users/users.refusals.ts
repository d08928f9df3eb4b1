import { fieldsRefused, overloaded, Refusal, signedOut } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { UserError } from './users.errors'
import { beingDeletedWords, expiredLinkWords, problemWords as words } from './users.words'

const retryAfterSeconds = 2

/** How an error of this domain is answered; null for any other error. */
export const userRefusal = (error: unknown): Refusal | null => {
  if (!(error instanceof UserError)) return null
  const { problem } = error
  switch (problem.code) {
    case 'no_customer':
      return signedOut()
    case 'wrong_credentials':
    case 'email_taken':
    case 'unknown_link':
    case 'link_of_another_customer':
    case 'second_step_off':
    case 'setup_over':
      return new Refusal(422, { message: words[problem.code] })
    case 'email_not_verified':
      return new Refusal(403, { code: problemCodes.emailNotVerified, message: words.email_not_verified })
    case 'being_deleted':
      return new Refusal(422, { message: beingDeletedWords(problem.lastDay) })
    case 'wrong_password':
      return fieldsRefused({ password: [words.wrong_password] })
    case 'wrong_old_password':
      return fieldsRefused({ password_old: [words.wrong_old_password] })
    case 'password_is_email':
      return fieldsRefused({ password: [words.password_is_email] })
    case 'same_email':
      return fieldsRefused({ email: [words.same_email] })
    case 'link_expired':
      return new Refusal(410, { message: expiredLinkWords[problem.purpose] })
    case 'second_step':
      return new Refusal(403, {
        code: problemCodes.secondStep,
        message: words.second_step,
        secondStep: { token: problem.token },
      })
    case 'wrong_code':
    case 'wrong_recovery_code':
      return fieldsRefused({ code: [words[problem.code]] })
    case 'login_over':
      return new Refusal(410, { message: words.login_over })
    case 'second_step_on':
    case 'current_session':
      return new Refusal(409, { message: words[problem.code] })
    case 'no_session':
      return new Refusal(404, { message: words.no_session })
    case 'overloaded':
      return overloaded(retryAfterSeconds)
  }
}
