import { Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { IdempotencyMismatch } from './idempotency.errors'
import { mismatchWords } from './idempotency.words'

/** How a key that was used for other data is answered; null for any other error. */
export const idempotencyRefusal = (error: unknown): Refusal | null =>
  error instanceof IdempotencyMismatch
    ? new Refusal(422, { code: problemCodes.idempotencyMismatch, message: mismatchWords })
    : null
