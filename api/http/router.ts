import { randomUUID } from 'node:crypto'
import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, endpoints } from 'contract/endpoints'
import type { Problem } from 'contract/problem'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { BodyRules, Call, ContractRules, Reply } from './call'
import { checked } from './field-errors'
import { readIdempotencyKey } from './idempotency-key'
import { errorFields, type Log } from './log'
import { readJson, refuseNul } from './read-json'
import { notFound, Refusal, signedOut } from './refusal'
import { type CookieJar, openCookieJar } from './session-cookie'
import { type Visitor, visitorOf } from './visitor'

export interface RouterOptions<Customer> {
  clock: () => Date
  log: Log
  /** The signed-in customer whom a session's cookie belongs to. */
  authenticate(session: string, now: Date): Promise<Customer | null>
  /** Holds own answers against the contract: in tests, where a wrong one must fail. */
  checkAnswers: boolean
  /** Writes a line for each request; a portal that has this API inside writes its own. */
  logRequests: boolean
}

/** Where modules register their handlers, by the endpoint's name: a path or a method can't drift from the contract. */
export interface Router<Customer> {
  hono: Hono<Environment>
  /** For anybody. `rules` take the place of the contract's own schema of the body. */
  open<Name extends EndpointName, Schema extends BodyRules<Name> = ContractRules<Name>>(
    name: Name,
    handler: (call: Call<Name, z.output<Schema>>) => Promise<Reply<Name>>,
    rules?: Schema,
  ): void
  /** For a signed-in customer; anybody else gets 401. */
  forCustomer<Name extends EndpointName, Schema extends BodyRules<Name> = ContractRules<Name>>(
    name: Name,
    handler: (call: Call<Name, z.output<Schema>> & { customer: Customer }) => Promise<Reply<Name>>,
    rules?: Schema,
  ): void
}

// An interface does not fit Hono's constraint.
type Environment = { Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }

/** Any endpoint's call, before its types are known. */
interface AnyCall {
  now: Date
  requestId: string
  visitor: Visitor
  cookies: CookieJar
  body: unknown
  id: string
  query: unknown
  /** Empty where the endpoint asks for none. */
  idempotencyKey: string
}

type AnyHandler = (call: AnyCall) => Promise<unknown>

export const createRouter = <Customer>({
  clock,
  log,
  authenticate,
  checkAnswers,
  logRequests,
}: RouterOptions<Customer>): Router<Customer> => {
  const hono = new Hono<Environment>()

  const register = (name: EndpointName, handle: AnyHandler, rules: z.ZodType | undefined) => {
    const endpoint: Endpoint = endpoints[name]
    const bodySchema = endpoint.body && (rules ?? endpoint.body)
    hono.on(endpoint.method, endpoint.path.replace('{id}', ':id'), (context) =>
      answering(context, endpoint.path, async (requestId, cookies) => {
        const request = context.req.raw
        // Hono runs GET handlers for HEAD, and some of them change something.
        if (request.method !== endpoint.method) throw notFound()
        const id = context.req.param('id') ?? ''
        refuseNul(id)
        const reply = await handle({
          now: clock(),
          requestId,
          visitor: visitorOf(request, context.env?.incoming?.socket?.remoteAddress),
          cookies,
          id,
          query: readQuery(endpoint, new URL(request.url).searchParams),
          idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request) : '',
          body: bodySchema && checked(bodySchema, await readJson(request)),
        })
        return answerOf(endpoint, reply)
      }),
    )
  }

  const answerOf = (endpoint: Endpoint, reply: unknown) => {
    if (endpoint.success === 204 || (endpoint.maybeEmpty && reply === undefined)) {
      return new Response(null, { status: 204 })
    }
    if (checkAnswers && endpoint.answer) endpoint.answer.parse(JSON.parse(JSON.stringify(reply)))
    return json(endpoint.success, endpoint.answer ? reply : {})
  }

  const answering = async (
    context: Context<Environment>,
    path: string,
    respond: (requestId: string, cookies: CookieJar) => Promise<Response>,
  ): Promise<Response> => {
    const started = performance.now()
    const requestId = requestIdOf(context.req.raw)
    const cookies = openCookieJar(context.req.raw)
    const response = await respond(requestId, cookies).catch((error: unknown) => {
      if (error instanceof Refusal) return refused(error)
      log.error({ requestId, path, ...errorFields(error) }, 'A request failed')
      return json(500, { message: 'Сервис временно недоступен. Попробуйте ещё раз.' } satisfies Problem)
    })
    response.headers.set('cache-control', 'no-store')
    response.headers.set('x-request-id', requestId)
    const setCookie = cookies.setCookie()
    if (setCookie) response.headers.set('set-cookie', setCookie)
    if (logRequests) {
      const ms = Math.round(performance.now() - started)
      log.info({ requestId, method: context.req.raw.method, path, status: response.status, ms }, 'request')
    }
    return response
  }

  hono.notFound((context) => answering(context, 'unknown', () => Promise.reject(notFound())))
  hono.onError((error, context) => answering(context, 'unknown', () => Promise.reject(error)))

  function open<Name extends EndpointName, Schema extends BodyRules<Name> = ContractRules<Name>>(
    name: Name,
    handler: (call: Call<Name, z.output<Schema>>) => Promise<Reply<Name>>,
    rules?: Schema,
  ): void
  function open(name: EndpointName, handler: AnyHandler, rules?: z.ZodType) {
    register(name, handler, rules)
  }

  function forCustomer<Name extends EndpointName, Schema extends BodyRules<Name> = ContractRules<Name>>(
    name: Name,
    handler: (call: Call<Name, z.output<Schema>> & { customer: Customer }) => Promise<Reply<Name>>,
    rules?: Schema,
  ): void
  function forCustomer(
    name: EndpointName,
    handler: (call: AnyCall & { customer: Customer }) => Promise<unknown>,
    rules?: z.ZodType,
  ) {
    register(
      name,
      async (call) => {
        const customer = call.cookies.session && (await authenticate(call.cookies.session, call.now))
        if (!customer) throw signedOut()
        return handler({ ...call, customer })
      },
      rules,
    )
  }

  return { hono, open, forCustomer }
}

const readQuery = (endpoint: Endpoint, given: URLSearchParams): unknown => {
  for (const value of given.values()) refuseNul(value)
  if (!endpoint.query || endpoint.query === 'as-it-came') return given
  return checked(endpoint.query, Object.fromEntries(given))
}

const requestIdOf = (request: Request) => {
  const given = request.headers.get('x-request-id')
  return given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}

const refused = ({ status, problem, retryAfterSeconds }: Refusal) => {
  const response = json(status, problem)
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
