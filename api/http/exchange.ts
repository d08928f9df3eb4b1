import { randomUUID } from 'node:crypto'
import type { Refusal } from 'api/refusal'

/** A request to the API: over HTTP, or from the same process with a text as body. */
export interface ApiRequest {
  method: string
  /** Absolute, with any origin. */
  url: string
  headers: { get(name: string): string | null }
  body: ReadableStream<Uint8Array> | string | null
}

/** A complete answer, or one of any size with a body as a stream. */
export interface ApiAnswer<Body = string | null> {
  status: number
  headers: Record<string, string>
  body: Body
}

/** A request from the portal in the same process. */
export interface InProcessRequest {
  method: string
  /** Path and query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string | null
}

export const asApiRequest = ({ method, path, headers, body }: InProcessRequest): ApiRequest => ({
  method,
  url: `http://product-api${path}`,
  headers: { get: (name) => headers[name] ?? null },
  body,
})

export const asResponse = ({
  status,
  headers,
  body,
}: ApiAnswer<string | ReadableStream<Uint8Array> | null>): Response => new Response(body, { status, headers })

/** The id of a request for the log, as the portal sends it, or a new one. */
export const requestIdOf = ({ headers }: Pick<ApiRequest, 'headers'>): string => {
  const header = headers.get('x-request-id')
  return header && /^[\w.-]{1,64}$/.test(header) ? header : randomUUID()
}

export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
}

export const jsonAnswer = (status: number, body: unknown): ApiAnswer => ({
  status,
  headers: { ...jsonHeaders },
  body: JSON.stringify(body),
})

export const refusalAnswer = ({ status, problem, retryAfterSeconds }: Refusal): ApiAnswer => {
  const answer = jsonAnswer(status, problem)
  if (retryAfterSeconds !== undefined) answer.headers['retry-after'] = String(retryAfterSeconds)
  return answer
}
