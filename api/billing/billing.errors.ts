import { DomainError } from 'api/domain-error'

/** The account has no invoice for a period that was named. */
export class InvoiceMissing extends DomainError {
  override readonly name = 'InvoiceMissing'
}

/** The account has no invoice for the month before the one that is to be explained. */
export class NothingToCompare extends DomainError {
  override readonly name = 'NothingToCompare'
}
