import { DomainError } from 'api/domain-error'

/** The idempotency key belongs to a request with other data. */
export class IdempotencyMismatch extends DomainError {
  override readonly name = 'IdempotencyMismatch'
}
