import type { Transport } from './transport'

/** Speaks to a product API in the same process: the same requests, no socket. */
export const createEmbeddedTransport =
  (fetch: (request: Request) => Response | Promise<Response>): Transport =>
  async ({ method, path, headers, body, signal }) => {
    signal.throwIfAborted()
    const answer = await fetch(new Request(`http://product-api${path}`, { method, headers, body }))
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      setCookies: answer.headers.getSetCookie(),
      body: await answer.text(),
    }
  }
