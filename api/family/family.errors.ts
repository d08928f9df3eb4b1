import { DomainError } from 'api/domain-error'

/** Why a request about access to accounts is rejected. */
export type FamilyProblem =
  /** No such account or grant, or none that the customer may know of. */
  | 'not_found'
  | 'already_granted'
  /** The customer who accepts has an open grant of the account. */
  | 'already_accepted'
  | 'own_account'
  /** No such invitation, or it was accepted, declined, taken back, or its time is over. */
  | 'invitation_over'
  | 'wrong_code'
  | 'not_waiting'
  | 'too_many_open'
  | 'own_email'
  /** The last day of the access is before today. */
  | 'until_past'

export class FamilyError extends DomainError {
  override readonly name = 'FamilyError'

  constructor(readonly problem: FamilyProblem) {
    super(problem)
  }
}
