import { notFound, signedOut } from 'api/refusal'
import type { Endpoint } from 'contract/endpoint'
import { type CustomerEndpoint, type EndpointName, endpoints } from 'contract/endpoints'
import { Hono } from 'hono'
import { errorFields } from 'monitoring/log'
import type { Call, Reply } from './call'
import {
  type ApiAnswer,
  type ApiRequest,
  asApiRequest,
  asResponse,
  type InProcessRequest,
  jsonAnswer,
  jsonHeaders,
} from './exchange'
import { type CalledEndpoint, createCallObserver, type ObserverOptions } from './observe-call'
import { refuseNul } from './read-body'
import { type Input, readInput } from './read-input'
import { createRouteTable, honoPath } from './route-table'
import type { CookieJar } from './session-cookie'
import { type Visitor, visitorOf } from './visitor'

interface RouterOptions<Customer> extends ObserverOptions {
  clock: () => Date
  /** The customer of a session cookie; null when the session has ended. */
  authenticate(session: string, now: Date): Promise<Customer | null>
  /** Validates answers against the contract; for tests. */
  checkAnswers: boolean
}

/** Registers handlers by endpoint name, so that no path or method differs from the contract. */
export interface Router<Customer> {
  hono: Hono<Environment>
  /** Answers a request from the same process, without a web Request, Response or stream. */
  ask(request: InProcessRequest): Promise<ApiAnswer>
  /** Registers a call for anybody. */
  open<Name extends OpenEndpoint>(name: Name, handler: (call: Call<Name>) => Promise<Reply<Name>>): void
  /** Registers a call for signed-in customers. Anybody else gets 401 before the request is checked. */
  forCustomer<Name extends CustomerEndpoint>(
    name: Name,
    handler: (call: Call<Name> & SignedIn<Customer>) => Promise<Reply<Name>>,
  ): void
}

type OpenEndpoint = Exclude<EndpointName, CustomerEndpoint>

// Hono's constraint needs a type; an interface does not fit.
type Environment = { Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }

/** A call to any endpoint, before the types of its endpoint apply. */
interface AnyCall extends Input {
  now: Date
  visitor: Visitor
  cookies: CookieJar
  id: string
}

interface SignedIn<Customer> {
  customer: Customer
  /** The token of the session that makes the call. */
  session: string
}

/** Handles a call in a domain. */
type CallHandler<Caller = object> = (call: AnyCall & Caller) => Promise<unknown>

/** Answers a request to one endpoint. `address`: of the connection. */
type EndpointHandler<Body> = (request: ApiRequest, id: string, address?: string) => Promise<ApiAnswer<Body>>

const unknownEndpoint: CalledEndpoint = { name: 'unknown', path: 'unknown' }

export const createRouter = <Customer>(options: RouterOptions<Customer>): Router<Customer> => {
  const { clock, log, authenticate, isFromPortal, checkAnswers } = options
  const hono = new Hono<Environment>()
  const inProcess = createRouteTable<EndpointHandler<string | null>>()
  const observeCall = createCallObserver(options)

  /** `identify` returns the caller for the handler, or throws a refusal. It runs before any check of the request. */
  const addRoute = <Caller>(
    name: EndpointName,
    identify: (cookies: CookieJar, now: Date) => Promise<Caller>,
    handle: CallHandler<Caller>,
  ) => {
    const endpoint: Endpoint = endpoints[name]
    const endpointHandler =
      <Body>(
        answerOf: (reply: unknown, requestId: string) => Promise<ApiAnswer<Body>>,
      ): EndpointHandler<Body | string | null> =>
      (request, id, address) =>
        observeCall(request, { name, path: endpoint.path }, async (cookies, requestId) => {
          // Hono runs GET handlers for HEAD, and some of them change data.
          if (request.method !== endpoint.method) throw notFound()
          const now = clock()
          const caller = await identify(cookies, now)
          refuseNul(id)
          const isPortal = isFromPortal(request)
          const visitor = visitorOf(request, { connectionAddress: address, isPortal, requestId })
          const input = await readInput(request, endpoint)
          const reply = await handle({ ...caller, ...input, now, visitor, cookies, id })
          return answerOf(reply, requestId)
        })
    const serveOverHttp = (handler: EndpointHandler<ReadableStream<Uint8Array> | string | null>) =>
      hono.on(endpoint.method, honoPath(endpoint), async ({ req, env }) =>
        asResponse(await handler(req.raw, req.param('id') ?? '', env?.incoming?.socket?.remoteAddress)),
      )
    // Requests from the same process also use fetch for a streamed answer.
    if (endpoint.streamed) {
      serveOverHttp(endpointHandler((reply, requestId) => streamedAnswer(endpoint, reply, requestId)))
      return
    }
    const handler = endpointHandler(async (reply) => wholeAnswer(endpoint, reply))
    inProcess.add(endpoint, handler)
    serveOverHttp(handler)
  }

  const wholeAnswer = (endpoint: Endpoint, reply: unknown): ApiAnswer => {
    if (endpoint.success === 204 || (endpoint.maybeEmpty && reply === undefined)) {
      return { status: 204, headers: {}, body: null }
    }
    if (checkAnswers && endpoint.answer) endpoint.answer.parse(JSON.parse(JSON.stringify(reply)))
    return jsonAnswer(endpoint.success, endpoint.answer ? reply : {})
  }

  const streamedAnswer = async ({ path, success }: Endpoint, reply: unknown, requestId: string) => {
    if (!isPieces(reply)) throw new Error(`The handler of ${path} gives no pieces`)
    const body = await streamedBody(reply, (error) =>
      log.error({ requestId, path, ...errorFields(error) }, 'an answer broke off'),
    )
    return { status: success, headers: { ...jsonHeaders }, body }
  }

  const ask = (request: InProcessRequest): Promise<ApiAnswer> => {
    const route = inProcess.find(request)
    const apiRequest = asApiRequest(request)
    return route
      ? route.target(apiRequest, route.id)
      : observeCall(apiRequest, unknownEndpoint, () => Promise.reject(notFound()))
  }

  const answerFailure = async (request: Request, error: unknown) =>
    asResponse(await observeCall(request, unknownEndpoint, () => Promise.reject(error)))
  hono.notFound(({ req }) => answerFailure(req.raw, notFound()))
  hono.onError((error, { req }) => answerFailure(req.raw, error))

  function open<Name extends OpenEndpoint>(
    name: Name,
    handler: (call: Call<Name>) => Promise<Reply<Name>>,
  ): void
  function open(name: OpenEndpoint, handler: CallHandler) {
    addRoute(name, async () => ({}), handler)
  }

  const identifyCustomer = async ({ session }: CookieJar, now: Date): Promise<SignedIn<Customer>> => {
    const customer = session !== null && (await authenticate(session, now))
    if (!customer) throw signedOut()
    return { customer, session }
  }

  function forCustomer<Name extends CustomerEndpoint>(
    name: Name,
    handler: (call: Call<Name> & SignedIn<Customer>) => Promise<Reply<Name>>,
  ): void
  function forCustomer(name: CustomerEndpoint, handler: CallHandler<SignedIn<Customer>>) {
    addRoute(name, identifyCustomer, handler)
  }

  return { hono, ask, open, forCustomer }
}

/**
 * Converts pieces to the body of an answer, read only as fast as the client takes them. An error of a later piece
 * breaks the body off. Reads the first piece before it resolves, and throws its error: then the answer can still be a
 * refusal.
 */
export const streamedBody = async (
  pieces: AsyncIterable<string>,
  onBreak: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> => {
  const encoder = new TextEncoder()
  const iterator = pieces[Symbol.asyncIterator]()
  let first: IteratorResult<string> | undefined = await iterator.next()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = first ?? (await iterator.next())
          first = undefined
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          onBreak(error)
          // The HTTP server prints it: a database's own error may hold values.
          controller.error(new Error('The answer broke off'))
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

const isPieces = (reply: unknown): reply is AsyncIterable<string> =>
  typeof reply === 'object' && reply !== null && Symbol.asyncIterator in reply
