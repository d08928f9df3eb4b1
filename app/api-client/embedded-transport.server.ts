import type { StreamingTransport, TransportRequest } from './transport'

/** An answer of the embedded product API; header names in lower case. */
export interface EmbeddedAnswer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** The embedded product API: `ask` answers at once, `fetch` can stream. */
interface EmbeddedApi {
  ask(request: Omit<TransportRequest, 'endpoint' | 'signal'>): Promise<EmbeddedAnswer>
  fetch(request: Request): Promise<Response>
}

/** The transport to a product API in the same process, without a socket. */
export const createEmbeddedTransport = ({ ask, fetch }: EmbeddedApi): StreamingTransport => {
  const send = async ({ method, path, headers, body, signal }: TransportRequest) => {
    signal.throwIfAborted()
    const answer = await ask({ method, path, headers, body })
    const setCookie = answer.headers['set-cookie']
    return {
      status: answer.status,
      retryAfter: answer.headers['retry-after'] ?? null,
      setCookies: setCookie === undefined ? [] : [setCookie],
      body: answer.body ?? '',
    }
  }

  const stream = async ({ endpoint: _, path, ...init }: TransportRequest) => {
    init.signal.throwIfAborted()
    const { status, headers, body } = await fetch(new Request(`http://product-api${path}`, init))
    return {
      status,
      retryAfter: headers.get('retry-after'),
      setCookies: headers.getSetCookie(),
      body: body ? abortableBody(body, init.signal) : emptyBody(),
    }
  }

  return Object.assign(send, { stream })
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Cancels the stream as soon as the signal is aborted, also before the first read. */
const abortableBody = (
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> => {
  const reader = stream.getReader()
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  return readAll(reader, signal)
}

async function* readAll(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A cancelled stream ends like a complete one.
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
