import type { z } from 'zod'

/** One call of the product API, as both of its sides see it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Appended to the base address to the character; `{id}` is filled URL-encoded. */
  path: `/${string}`
  summary: string
  /** `specified`: fixed by the specification to the letter; `extension`: what the portal needs besides. */
  standing: 'specified' | 'extension'
  /** Whether the visitor's upstream cookies go with the call. */
  cookies: boolean
  /** `as-it-came`: the query of the visitor's page is passed on untouched. */
  query?: z.ZodObject | 'as-it-came'
  body?: z.ZodType
  /** The call needs an `Idempotency-Key`. */
  idempotent?: true
  /** An `Idempotency-Key` may come along: with it a repeated call has one effect. Who does not know it ignores it. */
  mayBeKeyed?: true
  /**
   * May be refused with `confirm_required`; a press that has confirmed carries `X-Pay-Anew: true`. An API that does not
   * know the header ignores it.
   */
  confirmable?: true
  success: 200 | 201 | 204
  /** Absent: the body of the answer is not used. */
  answer?: z.ZodType
  /** The answer may also be an empty 204: there is none, or it was done and nothing is told of it. */
  maybeEmpty?: true
  problems: readonly number[]
}
