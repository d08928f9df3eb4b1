import { DomainError } from 'api/domain-error'
import type { LimitName } from './rules'

/** A use above these limits. */
export class LimitReached extends DomainError {
  override readonly name = 'LimitReached'

  constructor(
    readonly limits: readonly LimitName[],
    /** Until all these windows have ended; at least 1. */
    readonly retryAfterSeconds: number,
  ) {
    super(limits.join(', '))
  }
}
