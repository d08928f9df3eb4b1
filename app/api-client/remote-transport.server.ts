import { Agent, request } from 'undici'
import { AnswerTooLarge, LARGEST_ANSWER_BYTES, type Transport } from './transport'

/**
 * Speaks to an operator's product API over a keep-alive pool. Never retries, never follows a redirect. With a secret, every
 * call proves that it is a portal's.
 */
export const createRemoteTransport = (
  baseUrl: URL,
  apiSecret: string | null = null,
): Transport & { close(): Promise<void> } => {
  const pool = new Agent({ connections: 256, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4_000 })
  const base = baseUrl.href.replace(/\/+$/, '')
  const proof = apiSecret === null ? {} : { authorization: `Bearer ${apiSecret}` }

  const transport: Transport = async ({ method, path, headers, body, signal }) => {
    const answer = await request(base + path, {
      method,
      headers: { ...headers, ...proof },
      body,
      signal,
      dispatcher: pool,
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer.body) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > LARGEST_ANSWER_BYTES) {
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
