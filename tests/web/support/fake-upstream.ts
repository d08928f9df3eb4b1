import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, endpoints } from 'contract/endpoints'
import { afterAll, afterEach, expect } from 'vitest'
import { z } from 'zod'
import { type Answers, defaultAnswers } from './default-answers'
import { type Fault, faults } from './upstream-faults'

/** An operator's product API has a path prefix. */
const PREFIX = '/upstream/v7'

export interface UpstreamCall {
  name: EndpointName
  method: string
  /** Path and query as received, after the prefix. */
  path: string
  /** The value of `{id}`, decoded. */
  id: string | undefined
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: unknown
}

export interface UpstreamAnswer {
  status?: number
  body?: unknown
  headers?: Record<string, string | string[]>
  /** Writes the body itself, after the head, in place of `body`. */
  stream?: (res: ServerResponse) => unknown
}

type Script = (call: UpstreamCall) => UpstreamAnswer | Fault | Promise<UpstreamAnswer | Fault>

interface UpstreamOptions {
  answers?: Answers
  /** The secret of every call; if undefined, no call may have one. */
  apiSecret?: string
}

/** An operator's product API that answers only declared calls and records every call. */
export interface FakeUpstream {
  /** For PRODUCT_API_URL. */
  url: URL
  /** Every call since the last `forget`, in order. */
  calls: UpstreamCall[]
  /** The calls made for visitors: base data is refreshed independently. */
  readonly visitorCalls: UpstreamCall[]
  named(name: EndpointName): UpstreamCall[]
  /** How many calls are neither answered nor ended by the caller. */
  readonly open: number
  /** Sets another answer for an endpoint until the test ends. */
  on(name: EndpointName, answer: UpstreamAnswer | Fault | Script): void
  /** Takes back every answer that was set. */
  answerByDefault(): void
  /** Tells that this page request has sent a change that may get lost: the page may then repeat its reads. */
  hasLeft(requestId: string): void
  /** Refuses connections until `up`. */
  down(): Promise<void>
  up(): Promise<void>
  forget(): void
  /** Calls that no product API has to answer. */
  violations: string[]
  close(): Promise<void>
}

export const startFakeUpstream = async ({
  answers = defaultAnswers,
  apiSecret,
}: UpstreamOptions = {}): Promise<FakeUpstream> => {
  const calls: UpstreamCall[] = []
  const violations: string[] = []
  const scripts = new Map<EndpointName, Script>()
  /** By page request: how many calls had arrived when it sent its last change. */
  const departures = new Map<string, number>()

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const text = await textOf(req)
    const { call, faults: callFaults } = checkRequest(req, text, apiSecret)
    violations.push(...callFaults)
    if (!call) return void send(res, { status: 404, body: { message: 'Нет такого вызова' } })
    if (isRepeated(call, calls, departures.get(String(call.headers['x-request-id']))))
      violations.push(`${call.method} ${call.path}: asked again for one page request`)
    calls.push(call)
    const reply = await (scripts.get(call.name)?.(call) ?? byDefault(call.name, answers))
    if (typeof reply === 'string') faults[reply](res)
    else send(res, reply)
  }

  let open = 0
  const server = createServer((req, res) => {
    open += 1
    res.once('close', () => {
      open -= 1
    })
    answer(req, res).catch((error: unknown) => {
      violations.push(String(error))
      res.destroy()
    })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    server.closeAllConnections()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  await listen(0)
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the fake upstream has no port')

  return {
    url: new URL(`http://127.0.0.1:${address.port}${PREFIX}`),
    calls,
    get visitorCalls() {
      return calls.filter(({ name }) => name !== 'baseData')
    },
    get open() {
      return open
    },
    violations,
    named: (name) => calls.filter((call) => call.name === name),
    on: (name, reply) => void scripts.set(name, typeof reply === 'function' ? reply : () => reply),
    answerByDefault: () => scripts.clear(),
    hasLeft: (requestId) => void departures.set(requestId, calls.length),
    down: close,
    up: () => listen(address.port),
    forget() {
      calls.length = 0
      violations.length = 0
      scripts.clear()
      departures.clear()
    },
    close,
  }
}

/** A fake upstream for the tests of one file: forgets between tests, and fails a test that broke its rules. */
export const fakeUpstreamOfThisFile = async (options: UpstreamOptions = {}): Promise<FakeUpstream> => {
  const upstream = await startFakeUpstream(options)
  afterEach(() => {
    const violations = [...upstream.violations]
    upstream.forget()
    expect(violations, 'the product API was asked what its page does not name').toEqual([])
  })
  afterAll(() => upstream.close())
  return upstream
}

const byDefault = (name: EndpointName, answers: Answers): UpstreamAnswer => ({
  status: endpoints[name].success,
  body: answers[name],
  ...('setsSession' in endpoints[name] && { headers: { 'set-cookie': 'sid=fresh; HttpOnly' } }),
})

const send = (res: ServerResponse, { status = 200, body, headers = {}, stream }: UpstreamAnswer) => {
  if (stream) return stream(res.writeHead(status, { 'content-type': 'application/json', ...headers }))
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  res.writeHead(status, {
    ...(text ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    ...headers,
  })
  res.end(text)
}

const textOf = async (req: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

const KNOWN_HEADERS = [
  'host',
  'connection',
  'accept',
  'content-type',
  'content-length',
  'cookie',
  'idempotency-key',
  'x-pay-anew',
  'x-seen-balance',
  'x-request-id',
  'x-forwarded-for',
  'x-device',
  'x-device-id',
  'authorization',
]

const CALLS_WITH_DEVICE: readonly EndpointName[] = ['login', 'loginSecondStep']

/** Checks a request against the product API's specification and lists every difference. */
const checkRequest = (
  req: IncomingMessage,
  text: string,
  apiSecret: string | undefined,
): { call: UpstreamCall | null; faults: string[] } => {
  const { method = '', url = '', headers } = req
  const [pathname = '', search] = splitOnce(url, '?')
  const found: string[] = []
  const fault = (words: string) => found.push(`${method} ${url}: ${words}`)

  const path = pathname.startsWith(`${PREFIX}/`) ? pathname.slice(PREFIX.length) : null
  const match = path === null ? null : endpointOf(method, path)
  if (!match) {
    fault('there is no such call')
    return { call: null, faults: found }
  }
  const endpoint: Endpoint = endpoints[match.name]
  const query = new URLSearchParams(search ?? '')

  for (const name of Object.keys(headers))
    if (!KNOWN_HEADERS.includes(name)) fault(`the header ${name} is not one of the calls'`)
  if (headers.accept !== 'application/json') fault('accept is not application/json')
  if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) fault('there is no X-Request-Id')
  if (headers.authorization !== (apiSecret && `Bearer ${apiSecret}`))
    fault(`Authorization is ${String(headers.authorization)}`)
  const from = headers['x-forwarded-for']
  if (match.name === 'baseData' ? from !== undefined : !/^[0-9a-f.:]+$/.test(String(from)))
    fault(`X-Forwarded-For is ${String(from)}`)
  if (!endpoint.cookies && headers.cookie !== undefined) fault('it gets no cookies')
  if (!CALLS_WITH_DEVICE.includes(match.name) && (headers['x-device'] ?? headers['x-device-id']))
    fault('it is told of the device')
  if (
    !endpoint.mayBeKeyed &&
    (endpoint.idempotent ? !headers['idempotency-key'] : headers['idempotency-key'])
  )
    fault(`Idempotency-Key is ${String(headers['idempotency-key'])}`)

  const confirmation = headers['x-pay-anew']
  if (confirmation !== undefined && !(endpoint.confirmable && confirmation === 'true'))
    fault(`X-Pay-Anew is ${String(confirmation)}`)
  const displayed = headers['x-seen-balance']
  if (displayed !== undefined && !(endpoint.confirmable && /^(-?\d*)(,-?\d*)*$/.test(String(displayed))))
    fault(`X-Seen-Balance is ${String(displayed)}`)

  for (const words of queryFaults(endpoint, query, search)) fault(words)
  const { body, words } = bodyOf(endpoint, text, headers)
  for (const each of words) fault(each)
  return {
    call: { name: match.name, method, path: url.slice(PREFIX.length), id: match.id, query, headers, body },
    faults: found,
  }
}

const splitOnce = (text: string, separator: string): [string, string | undefined] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)

/** The endpoint of a request; null for a path that no endpoint has. */
export const endpointOf = (
  method: string,
  path: string,
): { name: EndpointName; id: string | undefined } | null => {
  const exact = names.find((name) => endpoints[name].method === method && endpoints[name].path === path)
  if (exact) return { name: exact, id: undefined }
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name]
    const [before, after] = splitOnce(endpoint.path, '{id}')
    if (endpoint.method !== method || after === undefined) continue
    if (!path.startsWith(before) || !path.endsWith(after)) continue
    const id = path.slice(before.length, path.length - after.length)
    if (id && !/[/\\]/.test(id)) return { name, id: decodeURIComponent(id) }
  }
  return null
}

const queryFaults = (endpoint: Endpoint, query: URLSearchParams, search: string | undefined): string[] => {
  if (endpoint.query === 'as-it-came') return []
  if (!endpoint.query) return search === undefined ? [] : ['it has no query']
  if (search === '') return ['its query is empty']
  const shape = endpoint.query.shape
  return [...query.keys()].flatMap((name) => [
    ...(name in shape ? [] : [`its query has no ${name}`]),
    ...(query.getAll(name).length > 1 ? [`${name} stands twice in its query`] : []),
    ...(query.get(name) === '' ? [`${name} is empty in its query`] : []),
  ])
}

const bodyOf = (
  endpoint: Endpoint,
  text: string,
  headers: IncomingHttpHeaders,
): { body: unknown; words: string[] } => {
  if (!endpoint.body) {
    const hasBody = text !== '' || headers['content-type'] !== undefined
    return { body: undefined, words: hasBody ? ['it has no body'] : [] }
  }
  const words = headers['content-type'] === 'application/json' ? [] : ['content-type is not application/json']
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { body: text, words: [...words, 'its body is not JSON'] }
  }
  const exact = endpoint.body instanceof z.ZodObject ? endpoint.body.strict() : endpoint.body
  const parsed = exact.safeParse(body)
  return { body, words: parsed.success ? words : [...words, `its body: ${z.prettifyError(parsed.error)}`] }
}

const CHANGES_BY_GET: readonly EndpointName[] = ['verifyEmail', 'changeEmail']

/** Whether it changes something, as far as the method tells. */
export const isChange = ({ name, method }: Pick<UpstreamCall, 'name' | 'method'>) =>
  method !== 'GET' || CHANGES_BY_GET.includes(name)

/**
 * Whether a page request repeats a call. A read may be repeated after a change, even after a lost one: `departure` is the
 * number of calls that had arrived when that change was sent.
 */
const isRepeated = (call: UpstreamCall, before: readonly UpstreamCall[], departure = 0) => {
  const isOwn = (other: UpstreamCall) => other.headers['x-request-id'] === call.headers['x-request-id']
  const own = before.filter(isOwn)
  const afterDeparture = before.slice(departure).filter(isOwn)
  const since = afterDeparture.slice(afterDeparture.findLastIndex(isChange) + 1)
  // Some questions are asked by POST: another body is another question.
  const isSame = (other: UpstreamCall) =>
    other.method === call.method && other.path === call.path && isDeepStrictEqual(other.body, call.body)
  return isChange(call) ? own.some(isSame) : since.some(isSame)
}
