import { Agent, request } from 'undici'
import { AnswerTooLarge, MAX_ANSWER_BYTES, type StreamingTransport, type TransportRequest } from './transport'

/**
 * How long an unused connection stays open, whatever the server offers. Many servers close one after five seconds, and
 * later when they are overloaded. A call that is sent just then fails, as calls are never retried.
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
  const pool = new Agent({
    connections: 256,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  })
  const base = baseUrl.href.replace(/\/+$/, '')
  const authorization = apiSecret === null ? {} : { authorization: `Bearer ${apiSecret}` }

  const stream = async ({ endpoint: _, path, headers, ...asked }: TransportRequest) => {
    const answer = await request(base + path, {
      ...asked,
      headers: { ...headers, ...authorization },
      dispatcher: pool,
    })
    // Whoever reads the body gets its error; without a listener until then Node would end the process.
    answer.body.on('error', () => {})
    return {
      status: answer.statusCode,
      retryAfter: [answer.headers['retry-after']].flat()[0] ?? null,
      setCookies: [answer.headers['set-cookie'] ?? []].flat(),
      body: answer.body,
    }
  }

  const send = async (asked: TransportRequest) => {
    const answer = await stream(asked)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer.body) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > MAX_ANSWER_BYTES) {
        answer.body.destroy()
        throw new AnswerTooLarge()
      }
      chunks.push(bytes)
    }
    return { ...answer, body: Buffer.concat(chunks).toString('utf8') }
  }
  return Object.assign(send, { stream, close: () => pool.destroy() })
}
