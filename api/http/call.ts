import type { Confirmation } from 'contract/endpoint'
import type { EndpointName, EndpointOf } from 'contract/endpoints'
import type { Kopecks } from 'contract/money'
import type { z } from 'zod'
import type { CookieJar } from './session-cookie'
import type { Visitor } from './visitor'

type BodyOf<Name extends EndpointName> =
  EndpointOf<Name> extends { body: infer Body extends z.ZodType } ? Body : z.ZodUndefined

/** The contract's `Confirmation` after parsing. */
type ParsedConfirmation = Confirmation & { displayedBalances: readonly (Kopecks | null)[] }

/** A parsed and validated request to one endpoint. */
export type Call<Name extends EndpointName> = {
  now: Date
  visitor: Visitor
  cookies: CookieJar
  body: z.output<BodyOf<Name>>
} & (EndpointOf<Name>['path'] extends `${string}{id}${string}` ? { id: string } : object) &
  (EndpointOf<Name> extends { query: infer Query }
    ? { query: Query extends z.ZodObject ? z.output<Query> : URLSearchParams }
    : object) &
  (EndpointOf<Name> extends { idempotent: true } ? { idempotencyKey: string } : object) &
  // Empty when the request has none.
  (EndpointOf<Name> extends { mayBeKeyed: true } ? { idempotencyKey: string } : object) &
  (EndpointOf<Name> extends { confirmable: true } ? ParsedConfirmation : object)

/** The result of a handler: the answer, undefined for an answer without a body, or pieces of a document of any size. */
export type Reply<Name extends EndpointName> =
  EndpointOf<Name> extends { streamed: true }
    ? AsyncIterable<string>
    :
        | (EndpointOf<Name> extends { answer: infer Answer extends z.ZodType } ? z.input<Answer> : undefined)
        | (EndpointOf<Name> extends { maybeEmpty: true } ? undefined : never)
