import { Agent, request } from 'undici'
import { AnswerTooLarge, MAX_ANSWER_BYTES, type Transport } from './transport'

/**
 * The transport to an operator's product API over HTTP keep-alive. Never retries, never follows a redirect. With a secret,
 * every call has it as its bearer token.
 */
export const createRemoteTransport = (
  baseUrl: URL,
  apiSecret: string | null = null,
): Transport & { close(): Promise<void> } => {
  const pool = new Agent({ connections: 256, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4_000 })
  const base = baseUrl.href.replace(/\/+$/, '')
  const authorization = apiSecret === null ? {} : { authorization: `Bearer ${apiSecret}` }

  const transport: Transport = async ({ method, path, headers, body, signal }) => {
    const answer = await request(base + path, {
      method,
      headers: { ...headers, ...authorization },
      body,
      signal,
      dispatcher: pool,
    })
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
    return {
      status: answer.statusCode,
      retryAfter: [answer.headers['retry-after']].flat()[0] ?? null,
      setCookies: [answer.headers['set-cookie'] ?? []].flat(),
      body: Buffer.concat(chunks).toString('utf8'),
    }
  }
  return Object.assign(transport, { close: () => pool.destroy() })
}
