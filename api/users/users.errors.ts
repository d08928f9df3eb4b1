import type { TokenPurpose } from 'api/db/tables'
import { DomainError } from 'api/domain-error'

/** Why a request about users is rejected. */
export type UserProblem =
  /** The customer does not exist any more. */
  | { code: 'no_customer' }
  /** No customer has this e-mail address and password. */
  | { code: 'wrong_credentials' }
  | { code: 'email_not_verified' }
  /** The customer has asked for deletion, which can be undone through that day. */
  | { code: 'being_deleted'; lastDay: string }
  | { code: 'wrong_old_password' }
  /** Given once more to confirm something. */
  | { code: 'wrong_password' }
  | { code: 'password_is_email' }
  /** The new address is the customer's current one. */
  | { code: 'same_email' }
  /** Another customer has verified the address meanwhile. */
  | { code: 'email_taken' }
  | { code: 'unknown_link' }
  /** The mailed link was used or has expired. */
  | { code: 'link_expired'; purpose: TokenPurpose }
  /** The mailed link belongs to another customer than the signed-in one. */
  | { code: 'link_of_another_customer' }
  /** The password is right; `token` and a code finish the login. */
  | { code: 'second_step'; token: string }
  /** The login's token has expired, was used, or had too many wrong codes. */
  | { code: 'login_over' }
  /** No code of the application that fits now. */
  | { code: 'wrong_code' }
  | { code: 'wrong_recovery_code' }
  | { code: 'second_step_on' }
  | { code: 'second_step_off' }
  /** No setup was begun within the last ten minutes. */
  | { code: 'setup_over' }
  /** The customer has no such session. */
  | { code: 'no_session' }
  /** The session that asks can't end itself like another one. */
  | { code: 'current_session' }
  /** Too many passwords are waiting to be hashed. */
  | { code: 'overloaded' }

export class UserError extends DomainError {
  override readonly name = 'UserError'

  constructor(readonly problem: UserProblem) {
    super(problem.code)
  }
}
