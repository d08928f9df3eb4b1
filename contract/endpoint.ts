import { z } from 'zod'
import type { Feature } from './features'
import type { ProblemExamples } from './problem'

/** A whole number from 1 to `most`, at most 999, in a query. */
export const numberInQuery = (most: number) => {
  const error = `Нужно число от 1 до ${most}.`
  return z
    .string()
    .regex(/^\d{1,3}$/, { error, abort: true })
    .transform(Number)
    .refine((number) => number >= 1 && number <= most, error)
}

/** What a customer knew when they pressed. */
export interface Confirmation {
  /** Of the payments under way: this one is wanted in their place, or besides. */
  confirmed: boolean
  /** The balances that the page showed, kopecks, of the accounts to pay in the order of the call; null: not known. */
  displayedBalances: readonly (number | null)[]
}

/** What the OpenAPI document shows of a call: what the portal sends, and what may come back. */
export interface EndpointExample {
  request: {
    id?: string
    query?: string | Record<string, string | undefined>
    body?: unknown
    idempotencyKey?: string
    displayedBalances?: readonly (number | null)[]
  }
  answer?: unknown
  problems: Readonly<Record<number, ProblemExamples>>
}

/** One call of the product API, the same for client and server. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Appended to the base address; `{id}` is filled URL-encoded. */
  path: `/${string}`
  summary: string
  /** `specified`: fixed by the specification; `extension`: added for the portal. */
  standing: 'specified' | 'extension'
  /** The optional part of a product API that it belongs to; base data name the available ones. */
  feature?: Feature
  /** Whether the visitor's upstream cookies are sent. */
  cookies: boolean
  /** Signs the visitor in: a success without `Set-Cookie` would leave them a guest. */
  setsSession?: true
  /** Needs a session: anybody else gets 401, whatever the request says. */
  forCustomers?: true
  /** `as-it-came`: the query of the visitor's page is passed on unchanged. */
  query?: z.ZodObject | 'as-it-came'
  /** The one rule of the body: its words are those of the portal's form. */
  body?: z.ZodType
  /** Requires an `Idempotency-Key`. */
  idempotent?: true
  /** Accepts an `Idempotency-Key`: with it a repeated call has one effect. An API that does not know it ignores it. */
  mayBeKeyed?: true
  /**
   * May be refused with `confirm_required`; a confirmed press sends `X-Pay-Anew: true`, and every press may send
   * `X-Seen-Balance`: the account balance on the page that was pressed, kopecks; for several accounts one number each in the
   * order of the call, separated by commas, nothing where it is not known. An API that does not know the headers ignores
   * them.
   */
  confirmable?: true
  success: 200 | 201 | 204
  /** Absent: the response body is not used. */
  answer?: z.ZodType
  /** The answer is a document of any size, which is passed on as it comes and not read. */
  streamed?: true
  /** The answer may also be an empty 204: there is no such thing, or the change was made and nothing is returned. */
  maybeEmpty?: true
  problems: readonly number[]
  /** Of a small domain; the others have theirs in `contract/examples`. */
  example?: EndpointExample
}
