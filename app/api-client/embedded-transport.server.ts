import type { Transport, TransportRequest } from './transport'

/** An answer of the embedded product API; header names in lower case. */
export interface EmbeddedAnswer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** The transport to a product API in the same process, without a socket. */
export const createEmbeddedTransport =
  (ask: (request: Omit<TransportRequest, 'signal'>) => Promise<EmbeddedAnswer>): Transport =>
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
