import { randomUUID } from 'node:crypto'
import { readAtMost } from 'api/http/read-body'
import type { Endpoint } from 'contract/endpoint'

/** The product API that is checked. */
export interface Upstream {
  /** May have a path; without a slash at the end. */
  url: string
  /** Sent as a bearer token. */
  secret: string | undefined
  /** For one call, until its answer is complete. */
  timeoutMs: number
}

/** The parameters of a call; `id` for a path with `{id}`. */
export interface Question {
  id?: string
  query?: Readonly<Record<string, string>>
  body?: unknown
}

export interface Answer {
  status: number
  headers: Headers
  body: string
}

/** No complete answer came. `isUnreachable`: there was no connection. */
export interface NoAnswer {
  failure: string
  isUnreachable: boolean
}

const mostBytes = 5 * 1024 * 1024
const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Makes one call as the portal does: it follows no redirects, and never retries. Does not throw. */
export const ask = async (
  { url, secret, timeoutMs }: Upstream,
  endpoint: Endpoint,
  { id, query, body }: Question,
  cookie: string | null = null,
): Promise<Answer | NoAnswer> => {
  const path = endpoint.path.replace('{id}', encodeURIComponent(id ?? ''))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`${url}${path}${search}`, {
      method: endpoint.method,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json',
        'x-request-id': randomUUID(),
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
        ...(cookie === null ? {} : { cookie }),
        ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(endpoint.body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await textOf(response, endpoint.streamed ? Number.POSITIVE_INFINITY : mostBytes)
    return text === null
      ? { failure: 'more than 5 MiB', isUnreachable: false }
      : { status: response.status, headers: response.headers, body: text }
  } catch (error) {
    if (signal.aborted) return { failure: `no whole answer in ${timeoutMs} ms`, isUnreachable: false }
    const code = codeOf(error)
    return { failure: `no whole answer (${code})`, isUnreachable: unreachable.includes(code) }
  }
}

/** The body; null if it is longer than `most` bytes. */
const textOf = async ({ body }: Response, most: number): Promise<string | null> => {
  if (!body) return ''
  return (await readAtMost(body, most))?.toString('utf8') ?? null
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection broke off'
}
