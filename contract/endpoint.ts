import type { z } from 'zod'
import type { Feature } from './features'
import type { ProblemExamples } from './problem'

/** What the customer saw and confirmed before the call. */
export interface Confirmation {
  /** The customer wants this payment although others are pending. */
  confirmed: boolean
  /** The balances on the page, in kopecks, in the order of the accounts of the call; null: not known. */
  displayedBalances: readonly (number | null)[]
}

/** The example of a call in the OpenAPI document. */
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
  /** The optional part of a product API with this call; base data name the available ones. */
  feature?: Feature
  /** Whether the visitor's upstream cookies are sent. */
  cookies: boolean
  /** Signs the visitor in, so a success has to have `Set-Cookie`. */
  setsSession?: true
  /** Needs a session: without one the answer is 401 for any request. */
  forCustomers?: true
  /** `as-it-came`: the query of the visitor's page is passed on unchanged. */
  query?: z.ZodObject | 'as-it-came'
  /** The rule of the body, with the messages of the portal's form. */
  body?: z.ZodType
  /** Requires an `Idempotency-Key`. */
  idempotent?: true
  /** Accepts an `Idempotency-Key`: then a repeated call has one effect. An API may ignore it. */
  mayBeKeyed?: true
  /**
   * May be refused with `confirm_required`. A confirmed call sends `X-Pay-Anew: true`. Every call may send
   * `X-Seen-Balance`: the balance on the page, in kopecks. For several accounts it has a number for each, in the order
   * of the call, separated by commas, empty if unknown. An API may ignore these headers.
   */
  confirmable?: true
  success: 200 | 201 | 204
  /** Absent: the response body is not used. */
  answer?: z.ZodType
  /** The answer is a document of any size, which the portal passes on unread. */
  streamed?: true
  /** The answer may also be an empty 204: there is nothing, or the change was made. */
  maybeEmpty?: true
  problems: readonly number[]
  /** For a small domain; other examples are in `contract/examples`. */
  example?: EndpointExample
}
