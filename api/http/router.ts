import { randomUUID } from 'node:crypto'
import { isUnavailable } from 'api/db/unavailable'
import type { Endpoint } from 'contract/endpoint'
import { type CustomerEndpoint, type EndpointName, endpoints } from 'contract/endpoints'
import { type Kopecks, toKopecks } from 'contract/money'
import type { Problem } from 'contract/problem'
import { Hono } from 'hono'
import { activeTraceId, inSpan, parentOf, SpanKind } from 'monitoring/tracing'
import type { z } from 'zod'
import { errorFields, type Log } from '../log'
import type { ApiMetrics } from '../metrics'
import type { BodyRules, Call, ContractRules, Reply } from './call'
import { type ApiAnswer, type ApiRequest, asApiRequest, asResponse, type InProcessRequest } from './exchange'
import { checked } from './field-errors'
import { requestWords as words } from './http.words'
import { readIdempotencyKey, readOptionalKey } from './idempotency-key'
import { readJson, refuseNul } from './read-json'
import { notFound, Refusal, signedOut } from './refusal'
import { createRouteTable } from './route-table'
import { type CookieJar, openCookieJar } from './session-cookie'
import { isPieces, streamedBody } from './streamed-body'
import { type Visitor, visitorOf } from './visitor'

export interface RouterOptions<Customer> {
  clock: () => Date
  log: Log
  /** The customer of a session cookie; null when the session has ended. */
  authenticate(session: string, now: Date): Promise<Customer | null>
  /** The refusal for a domain error; null for any other error, which is answered with 500. */
  refusalOf(error: unknown): Refusal | null
  /** Whether a request comes from a portal: only a portal may name the visitor's address. */
  isFromPortal(request: ApiRequest): boolean
  /** Whether the session's cookie is Secure: where the API has an https address. */
  secureCookies: boolean
  /** Validates answers against the contract; for tests. */
  checkAnswers: boolean
  /** Writes a log line for each request; a portal that embeds this API writes its own. */
  logRequests: boolean
  metrics: Pick<ApiMetrics, 'callEnded'>
}

/** Registers handlers by endpoint name, so that no path or method differs from the contract. */
export interface Router<Customer> {
  hono: Hono<Environment>
  /** Answers a request from the same process, without a web Request, Response or stream. */
  ask(request: InProcessRequest): Promise<ApiAnswer>
  /** For anybody. `rules` replace the contract's schema of the body. */
  open<Name extends OpenEndpoint, Schema extends BodyRules<Name> = ContractRules<Name>>(
    name: Name,
    handler: (call: Call<Name, z.output<Schema>>) => Promise<Reply<Name>>,
    rules?: Schema,
  ): void
  /** For signed-in customers; anybody else gets 401 before the request is judged. */
  forCustomer<Name extends CustomerEndpoint, Schema extends BodyRules<Name> = ContractRules<Name>>(
    name: Name,
    handler: (call: Call<Name, z.output<Schema>> & SignedIn<Customer>) => Promise<Reply<Name>>,
    rules?: Schema,
  ): void
}

type OpenEndpoint = Exclude<EndpointName, CustomerEndpoint>

// Hono's constraint needs a type; an interface does not fit.
type Environment = { Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }

/** The call of any endpoint, before its types are known. */
interface AnyCall {
  now: Date
  visitor: Visitor
  cookies: CookieJar
  body: unknown
  id: string
  query: unknown
  /** Empty where the endpoint takes none, or an optional one is missing. */
  idempotencyKey: string
  /** False where the endpoint takes no confirmation. */
  payAnew: boolean
  /** Null where a number is missing or none. */
  seenBalances: readonly (Kopecks | null)[]
}

interface SignedIn<Customer> {
  customer: Customer
  /** The token of the session that asks. */
  session: string
}

/** Answers a request to one endpoint. `address`: of the connection. */
type Answering<Body> = (request: ApiRequest, id: string, address?: string) => Promise<ApiAnswer<Body>>

/** What a request is for, by the contract: for the log and the metrics. */
interface Called {
  name: EndpointName | 'unknown'
  path: string
}

const unknown: Called = { name: 'unknown', path: 'unknown' }

type AnyHandler<Caller = object> = (call: AnyCall & Caller) => Promise<unknown>

export const createRouter = <Customer>({
  clock,
  log,
  authenticate,
  refusalOf,
  isFromPortal,
  secureCookies,
  checkAnswers,
  logRequests,
  metrics,
}: RouterOptions<Customer>): Router<Customer> => {
  const hono = new Hono<Environment>()
  const inProcess = createRouteTable<Answering<string | null>>()

  /** `identify` gives what the handler learns of who asks, or refuses; nothing of the request is judged before it. */
  const addRoute = <Caller>(
    name: EndpointName,
    identify: (cookies: CookieJar, now: Date) => Promise<Caller>,
    handle: AnyHandler<Caller>,
    rules: z.ZodType | undefined,
  ) => {
    const endpoint: Endpoint = endpoints[name]
    const bodySchema = endpoint.body && (rules ?? endpoint.body)
    const answeringBy =
      <Body>(
        asAnswer: (reply: unknown, requestId: string) => Promise<ApiAnswer<Body>>,
      ): Answering<Body | string | null> =>
      (request, id, address) =>
        answering(request, { name, path: endpoint.path }, async (cookies, requestId) => {
          // Hono runs GET handlers for HEAD, and some of them change data.
          if (request.method !== endpoint.method) throw notFound()
          const now = clock()
          const caller = await identify(cookies, now)
          refuseNul(id)
          const reply = await handle({
            ...caller,
            now,
            visitor: visitorOf(request, {
              connectionAddress: address,
              isPortal: isFromPortal(request),
              requestId,
            }),
            cookies,
            id,
            query: readQuery(endpoint, queryOf(request)),
            idempotencyKey: keyOf(endpoint, request),
            payAnew: endpoint.confirmable === true && request.headers.get('x-pay-anew') === 'true',
            seenBalances: seenBalancesOf(request),
            body: bodySchema && checked(bodySchema, await readJson(request)),
          })
          return asAnswer(reply, requestId)
        })
    const serve = (answer: Answering<ReadableStream<Uint8Array> | string | null>) =>
      hono.on(endpoint.method, endpoint.path.replace('{id}', ':id'), async ({ req, env }) =>
        asResponse(await answer(req.raw, req.param('id') ?? '', env?.incoming?.socket?.remoteAddress)),
      )
    // From the same process, too, a streamed answer comes by fetch.
    if (endpoint.streamed) {
      serve(answeringBy((reply, requestId) => streamedAnswerOf(endpoint, reply, requestId)))
      return
    }
    const answer = answeringBy(async (reply) => answerOf(endpoint, reply))
    inProcess.add(endpoint, answer)
    serve(answer)
  }

  const ask = (request: InProcessRequest): Promise<ApiAnswer> => {
    const found = inProcess.find(request)
    const asked = asApiRequest(request)
    return found ? found.target(asked, found.id) : answering(asked, unknown, () => Promise.reject(notFound()))
  }

  const answerOf = (endpoint: Endpoint, reply: unknown): ApiAnswer => {
    if (endpoint.success === 204 || (endpoint.maybeEmpty && reply === undefined)) {
      return { status: 204, headers: {}, body: null }
    }
    if (checkAnswers && endpoint.answer) endpoint.answer.parse(JSON.parse(JSON.stringify(reply)))
    return json(endpoint.success, endpoint.answer ? reply : {})
  }

  const streamedAnswerOf = async ({ path, success }: Endpoint, reply: unknown, requestId: string) => {
    if (!isPieces(reply)) throw new Error(`The handler of ${path} gives no pieces`)
    const body = await streamedBody(reply, (error) =>
      log.error({ requestId, path, ...errorFields(error) }, 'An answer broke off'),
    )
    return { status: success, headers: { ...jsonHeaders }, body }
  }

  /** Within a span: of the portal's trace, where a portal has sent the request. */
  const answering = <Body>(
    request: ApiRequest,
    called: Called,
    respond: (cookies: CookieJar, requestId: string) => Promise<ApiAnswer<Body>>,
  ): Promise<ApiAnswer<Body | string | null>> =>
    inSpan(
      {
        name: `answer ${called.name}`,
        kind: SpanKind.SERVER,
        parent: isFromPortal(request) ? parentOf(request.headers) : undefined,
      },
      async (span) => {
        const answer = await answeringOnce(request, called, respond)
        span.setAttribute('http.response.status_code', answer.status)
        return answer
      },
    )

  const answeringOnce = async <Body>(
    request: ApiRequest,
    { name, path }: Called,
    respond: (cookies: CookieJar, requestId: string) => Promise<ApiAnswer<Body>>,
  ): Promise<ApiAnswer<Body | string | null>> => {
    const started = performance.now()
    const requestId = requestIdOf(request)
    const cookies = openCookieJar(request, { secure: secureCookies })
    const answer = await respond(cookies, requestId).catch(
      (error: unknown): ApiAnswer<Body | string | null> => {
        const refusal = error instanceof Refusal ? error : refusalOf(error)
        if (refusal) return refused(refusal)
        log.error({ requestId, path, ...errorFields(error) }, 'A request failed')
        return json(isUnavailable(error) ? 503 : 500, {
          message: words.unavailable,
        } satisfies Problem)
      },
    )
    answer.headers['cache-control'] = 'no-store'
    answer.headers['x-request-id'] = requestId
    const setCookie = cookies.setCookie()
    if (setCookie) answer.headers['set-cookie'] = setCookie
    const took = performance.now() - started
    metrics.callEnded(name, answer.status, took / 1_000)
    if (logRequests) {
      const ms = Math.round(took)
      const traceId = activeTraceId()
      const traced = traceId === undefined ? {} : { traceId }
      log.info({ requestId, ...traced, method: request.method, path, status: answer.status, ms }, 'request')
    }
    return answer
  }

  const failing = async (request: Request, error: unknown) =>
    asResponse(await answering(request, unknown, () => Promise.reject(error)))
  hono.notFound(({ req }) => failing(req.raw, notFound()))
  hono.onError((error, { req }) => failing(req.raw, error))

  function open<Name extends OpenEndpoint, Schema extends BodyRules<Name> = ContractRules<Name>>(
    name: Name,
    handler: (call: Call<Name, z.output<Schema>>) => Promise<Reply<Name>>,
    rules?: Schema,
  ): void
  function open(name: OpenEndpoint, handler: AnyHandler, rules?: z.ZodType) {
    addRoute(name, async () => ({}), handler, rules)
  }

  const signIn = async ({ session }: CookieJar, now: Date): Promise<SignedIn<Customer>> => {
    const customer = session !== null && (await authenticate(session, now))
    if (!customer) throw signedOut()
    return { customer, session }
  }

  function forCustomer<Name extends CustomerEndpoint, Schema extends BodyRules<Name> = ContractRules<Name>>(
    name: Name,
    handler: (call: Call<Name, z.output<Schema>> & SignedIn<Customer>) => Promise<Reply<Name>>,
    rules?: Schema,
  ): void
  function forCustomer(name: CustomerEndpoint, handler: AnyHandler<SignedIn<Customer>>, rules?: z.ZodType) {
    addRoute(name, signIn, handler, rules)
  }

  return { hono, ask, open, forCustomer }
}

const queryOf = ({ url }: ApiRequest) => {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at))
}

const readQuery = (endpoint: Endpoint, given: URLSearchParams): unknown => {
  for (const value of given.values()) refuseNul(value)
  if (!endpoint.query || endpoint.query === 'as-it-came') return given
  return checked(endpoint.query, Object.fromEntries(given))
}

const keyOf = ({ idempotent, mayBeKeyed }: Endpoint, request: ApiRequest) => {
  if (idempotent) return readIdempotencyKey(request)
  return mayBeKeyed ? readOptionalKey(request) : ''
}

const seenBalancesOf = ({ headers }: ApiRequest): (Kopecks | null)[] =>
  (headers.get('x-seen-balance') ?? '')
    .split(',')
    .map((given) => (/^-?\d{1,15}$/.test(given.trim()) ? toKopecks(Number(given)) : null))

const requestIdOf = (request: ApiRequest) => {
  const given = request.headers.get('x-request-id')
  return given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}

const refused = ({ status, problem, retryAfterSeconds }: Refusal): ApiAnswer => {
  const answer = json(status, problem)
  if (retryAfterSeconds !== undefined) answer.headers['retry-after'] = String(retryAfterSeconds)
  return answer
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

const json = (status: number, body: unknown): ApiAnswer => ({
  status,
  headers: { ...jsonHeaders },
  body: JSON.stringify(body),
})
