import { readAtMost } from 'api/http/read-body'
import { ofetch } from 'ofetch'
import { z } from 'zod'
import { type GatewayListQuery, unknownMethod } from '../payment-gateway'
import type { YookassaConfig } from './yookassa.config'

interface CallOptions {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Milliseconds for the whole answer. */
  timeout: number
}

/** The reply, before its body is parsed. */
export type YookassaReply =
  | { kind: 'ok'; body: unknown }
  | { kind: 'refused' | 'turned-away'; code: string }
  | { kind: 'unknown'; reason: string }

/** A page of 100 payments takes about 0.2 MiB. */
const maxAnswerBytes = 5 * 2 ** 20

export type YookassaCall = (path: string, options: CallOptions) => Promise<YookassaReply>

/** One request to YooKassa's API, without a retry. It never throws. */
export const yookassaCall =
  ({ shopId, secretKey, apiUrl }: Pick<YookassaConfig, 'shopId' | 'secretKey' | 'apiUrl'>): YookassaCall =>
  async (path, { timeout, ...options }) => {
    try {
      const answer = await ofetch.raw(`${apiUrl}${path}`, {
        ...options,
        // ofetch's own limit ends with the headers.
        signal: AbortSignal.timeout(timeout),
        headers: {
          ...options.headers,
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`,
        },
        // A repeat is for the poller to decide, under the same key.
        retry: 0,
        redirect: 'manual',
        ignoreResponseError: true,
        responseType: 'stream',
      })
      const body = jsonIn(await textOf(answer))
      return answer.status === 200 ? { kind: 'ok', body } : failureOf(answer.status, body)
    } catch (error) {
      return { kind: 'unknown', reason: reasonOf(error) }
    }
  }

const textOf = async ({ body }: Response): Promise<string> => {
  if (!body) return ''
  const bytes = await readAtMost(body, maxAnswerBytes)
  if (!bytes) throw new AnswerTooLarge()
  return bytes.toString('utf8')
}

class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = z.object({
  type: z.literal('error'),
  code: z.string().max(100),
  parameter: z.string().max(100).nullish(),
})

/** Treats a failure as the gateway's decision only if the body has the gateway's own error format. */
const failureOf = (status: number, body: unknown): YookassaReply => {
  const parsed = failure.safeParse(body)
  if (!parsed.success || status < 400 || status >= 500) return { kind: 'unknown', reason: `status ${status}` }
  const { code, parameter } = parsed.data
  if (status !== 400 && status !== 404) return { kind: 'turned-away', code }
  return { kind: 'refused', code: parameter === 'payment_method_id' ? unknownMethod : code }
}

/** Returns the kind of failure without its message, which may contain the whole address. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'not an Error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? reasonOf(error.cause) : error.name
}

export const listParameters = ({ from, to, cursor }: GatewayListQuery) =>
  new URLSearchParams({
    'created_at.gte': from,
    'created_at.lt': to,
    limit: '100',
    ...(cursor === null ? {} : { cursor }),
  })
