import { DomainError } from 'api/domain-error'

/** The account is not on the customer's list. */
export class NotOwnAccount extends DomainError {
  override readonly name = 'NotOwnAccount'
}
