import { Refusal } from 'api/http/refusal'
import { LimitReached } from './limit-reached'
import { limitsInWords } from './limits.words'

/** How a reached limit is answered; null for any other error. */
export const limitRefusal = (error: unknown): Refusal | null =>
  error instanceof LimitReached
    ? new Refusal(429, { message: limitsInWords(error.limits) }, error.retryAfterSeconds)
    : null
