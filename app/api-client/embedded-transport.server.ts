import type { Transport, TransportRequest } from './transport'

/** What a product API in the same process answers; its headers by names in lower case. */
export interface OwnAnswer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** Speaks to a product API in the same process: the same requests, no socket. */
export const createEmbeddedTransport =
  (ask: (request: Omit<TransportRequest, 'signal'>) => Promise<OwnAnswer>): Transport =>
  async ({ signal, ...request }) => {
    signal.throwIfAborted()
    const { status, headers, body } = await ask(request)
    const setCookie = headers['set-cookie']
    return {
      status,
      retryAfter: headers['retry-after'] ?? null,
      setCookies: setCookie === undefined ? [] : [setCookie],
      body: body ?? '',
    }
  }
