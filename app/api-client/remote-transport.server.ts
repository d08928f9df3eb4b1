import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, Pool } from 'undici'
import {
  AnswerTooLarge,
  MAX_ANSWER_BYTES,
  type StreamingTransport,
  type TransportAnswer,
  type TransportRequest,
} from './transport'

/**
 * How long an idle connection stays open, even if the server allows more. Many servers close idle connections after five
 * seconds, later under overload. A call that is sent at that moment fails, because calls are never retried.
 */
const idleMs = 1_000

/**
 * The transport to an operator's product API over HTTP keep-alive. Never retries, never follows a redirect. With a secret,
 * every call has it as its bearer token.
 */
export const createRemoteTransport = (
  baseUrl: URL,
  apiSecret: string | null = null,
): StreamingTransport & { close(): Promise<void> } => {
  const pool = new Pool(baseUrl.origin, {
    connections: 256,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  })
  const basePath = baseUrl.pathname.replace(/\/+$/, '')
  const authorization = apiSecret === null ? {} : { authorization: `Bearer ${apiSecret}` }

  const optionsOf = ({ method, path, headers, body }: TransportRequest) => ({
    method,
    path: basePath + path,
    headers: { ...headers, ...authorization },
    body,
  })

  /** Without undici's `request`, whose stream of the body costs more than the rest of the call. */
  const send = (request: TransportRequest) =>
    new Promise<TransportAnswer>((resolve, reject) => {
      pool.dispatch(optionsOf(request), new WholeAnswer(request.signal, resolve, reject))
    })

  const stream = async (request: TransportRequest) => {
    const answer = await pool.request({ ...optionsOf(request), signal: request.signal })
    // The reader of the body gets its error. Without this listener Node would exit before that.
    answer.body.on('error', () => {})
    return { status: answer.statusCode, ...headOf(answer.headers), body: answer.body }
  }

  return Object.assign(send, { stream, close: () => pool.destroy() })
}

const headOf = (headers: IncomingHttpHeaders) => ({
  retryAfter: [headers['retry-after']].flat()[0] ?? null,
  setCookies: [headers['set-cookie'] ?? []].flat(),
})

/** Collects an answer of at most MAX_ANSWER_BYTES. */
class WholeAnswer implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal
  readonly #resolve: (answer: TransportAnswer) => void
  readonly #reject: (error: unknown) => void
  readonly #chunks: Buffer[] = []
  #size = 0
  #head: Omit<TransportAnswer, 'body'> = { status: 0, retryAfter: null, setCookies: [] }
  #abort = () => {}

  constructor(
    signal: AbortSignal,
    resolve: (answer: TransportAnswer) => void,
    reject: (error: unknown) => void,
  ) {
    this.#signal = signal
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    if (this.#signal.aborted) return controller.abort(this.#signal.reason)
    this.#abort = () => controller.abort(this.#signal.reason)
    this.#signal.addEventListener('abort', this.#abort, { once: true })
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    this.#head = { status, ...headOf(headers) }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    this.#size += chunk.length
    if (this.#size > MAX_ANSWER_BYTES) controller.abort(new AnswerTooLarge())
    else this.#chunks.push(chunk)
  }

  onResponseEnd() {
    this.#signal.removeEventListener('abort', this.#abort)
    this.#resolve({ ...this.#head, body: Buffer.concat(this.#chunks, this.#size).toString('utf8') })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    this.#signal.removeEventListener('abort', this.#abort)
    this.#reject(error)
  }
}
