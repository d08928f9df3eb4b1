import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'

export interface SeenCall {
  method: string
  /** Path and query without the prefix. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Replaces the upstream's answer: by another answer, by none, or by a cut connection. */
export type Fault = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'cut'

type Change = (call: SeenCall, body: string) => string

export interface PrefixProxy {
  /** The address to give as PRODUCT_API_URL, with its path prefix. */
  url: string
  /** Every call in order; a test that counts empties it. */
  seen: SeenCall[]
  /** Called before each request; undefined forwards it. */
  fault: ((call: SeenCall) => Fault | undefined) | undefined
  /** Changes the JSON of each answer; undefined leaves it as it is. */
  change: Change | undefined
  stop: () => Promise<void>
}

async function passChanged(
  answer: IncomingMessage,
  change: (body: string) => string,
  response: ServerResponse,
) {
  const body = await text(answer)
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers
  response.writeHead(answer.statusCode ?? 502, headers)
  response.end(body === '' ? body : change(body))
}

function pass(call: SeenCall, target: string, change: Change | undefined, response: ServerResponse): void {
  const { host: _, ...headers } = call.headers
  const upstream = request(`${target}${call.path}`, { method: call.method, headers }, (answer) => {
    if (change && answer.headers['content-type']?.startsWith('application/json')) {
      passChanged(answer, (body) => change(call, body), response).catch(() => response.destroy())
      return
    }
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(response)
  })
  upstream.on('error', () => response.destroy())
  upstream.end(call.body)
}

function fail(fault: Fault, response: ServerResponse): void {
  if (fault === 'hang') return
  if (fault === 'cut') {
    response.destroy()
    return
  }
  response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
  response.end(fault.body ?? '{"message":"Сбой"}')
}

/** A proxy in front of the API under a path prefix, like an operator's gateway; other paths are 404. */
export async function startPrefixProxy(target: string, prefix = '/gateway/portal'): Promise<PrefixProxy> {
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = message
    const body = await text(message)
    if (!url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end()
      return
    }
    const call = { method, path: url.slice(prefix.length), headers, body }
    proxy.seen.push(call)
    const fault = proxy.fault?.(call)
    if (fault === undefined) pass(call, target, proxy.change, response)
    else fail(fault, response)
  }
  const server = createServer((message, response) => {
    handle(message, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')

  const proxy: PrefixProxy = {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    seen: [],
    fault: undefined,
    change: undefined,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return proxy
}
