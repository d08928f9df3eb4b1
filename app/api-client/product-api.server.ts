import type { Endpoint } from 'contract/endpoint'
import { type CallAnswer, type CallInput, type EndpointName, endpoints } from 'contract/endpoints'
import { problem, problemCodes } from 'contract/problem'
import { withNoBreaks } from 'format/shown-text'
import type { z } from 'zod'
import type { CallResult, Failure } from './failure'
import { cookiesSet } from './product-api-cookies.server'
import { AnswerTooLarge, type Transport, type TransportAnswer } from './transport'

interface AnyInput {
  id?: string
  body?: unknown
  query?: Record<string, string | undefined> | string
  idempotencyKey?: string
  confirmed?: boolean
  displayedBalances?: readonly (number | null)[]
}

export interface CallOptions {
  headers: Record<string, string>
  /** Timeout of this call in milliseconds. */
  timeoutMs: number
  /** Aborted once the answer is no longer needed: ends the call. */
  signal?: AbortSignal
  /** Stores the answer's cookies, but not those of a failed login. Returns false if they do not fit. */
  onSetCookies?: (setCookies: string[]) => boolean
}

/**
 * Makes one call of the product API without retries. Every outcome, also a timeout or an invalid answer, is a
 * CallResult.
 */
export const callProductApi = async <Name extends EndpointName>(
  transport: Transport,
  name: Name,
  input: CallInput<Name>,
  { headers, timeoutMs, signal: callerSignal, onSetCookies }: CallOptions,
): Promise<CallResult<CallAnswer<Name>>> => {
  const endpoint: Endpoint = endpoints[name]
  const anyInput: AnyInput = input
  if (anyInput.id !== undefined && !isPathSegment(anyInput.id)) {
    return { ok: false, failure: { kind: 'missing', message: '', code: null } }
  }
  if (timeoutMs <= 0) return { ok: false, failure: failureOfError(new TimeoutError()) }
  if (callerSignal?.aborted) return { ok: false, failure: failureOfError(callerSignal.reason) }
  const body = anyInput.body === undefined ? null : JSON.stringify(anyInput.body)
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new TimeoutError()), timeoutMs)
  const abortCall = () => controller.abort(callerSignal?.reason)
  callerSignal?.addEventListener('abort', abortCall, { once: true })
  try {
    const pendingAnswer = transport({
      endpoint: name,
      method: endpoint.method,
      path: fillPath(endpoint, anyInput),
      headers: {
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(anyInput.idempotencyKey ? { 'idempotency-key': anyInput.idempotencyKey } : {}),
        ...(anyInput.confirmed ? { 'x-pay-anew': 'true' } : {}),
        ...displayedBalanceHeader(anyInput.displayedBalances ?? []),
        ...headers,
      },
      body,
      signal: controller.signal,
    })
    // A transport can be slow to abort: undici ignores the signal while it connects.
    const answer = await Promise.race([pendingAnswer, rejectOnAbort(controller.signal)])
    const result = resultOf<CallAnswer<Name>>(endpoint, answer)
    const isFault = !result.ok && result.failure.kind === 'unavailable'
    // A failed call signs nobody in.
    if (isFault && endpoint.setsSession) return result
    return withCookies(result, answer, onSetCookies)
  } catch (error) {
    return { ok: false, failure: failureOfError(error) }
  } finally {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', abortCall)
  }
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'

  constructor() {
    super('the product API did not answer in time')
  }
}

export const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const displayedBalanceHeader = (balances: readonly (number | null)[]) =>
  balances.some((balance) => balance !== null) ? { 'x-seen-balance': balances.join(',') } : {}

/** URLs resolve `.` and `..`, encoded or not, which would change the path of the call. */
const isPathSegment = (id: string) => id !== '' && id !== '.' && id !== '..'

const fillPath = (endpoint: Endpoint, { id, query }: AnyInput) => {
  const path = id === undefined ? endpoint.path : endpoint.path.replace('{id}', encodeURIComponent(id))
  const search =
    typeof query === 'string'
      ? query
      : new URLSearchParams(
          Object.entries(query ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1])),
        ).toString()
  return search ? `${path}?${search}` : path
}

export const failureOfError = (error: unknown): Failure => {
  if (error instanceof AnswerTooLarge) return unavailable(504, 'its answer is too large')
  if (error instanceof TimeoutError) return unavailable(504, 'it did not answer in time')
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  return unavailable(502, code)
}

const unavailable = (status: 502 | 503 | 504, reason: string, retryAfter: string | null = null): Failure => ({
  kind: 'unavailable',
  status,
  reason,
  retryAfter,
})

export const invalidAnswer = (reason: string) => ({ ok: false, failure: unavailable(502, reason) }) as const

/** Stores the answer's cookies, and returns the result. If they are too long, the answer is invalid. */
export const withCookies = <Answer>(
  result: CallResult<Answer>,
  { setCookies }: Pick<TransportAnswer, 'setCookies'>,
  onSetCookies: CallOptions['onSetCookies'],
): CallResult<Answer> => {
  if (!onSetCookies) return result
  return onSetCookies(setCookies) ? result : invalidAnswer('its cookies are too long to keep')
}

const resultOf = <Answer>(endpoint: Endpoint, answer: TransportAnswer): CallResult<Answer> => {
  if (answer.status >= 200 && answer.status < 300) return successOf(endpoint, answer)
  return { ok: false, failure: failureOf(answer) }
}

const successOf = <Answer>(endpoint: Endpoint, answer: TransportAnswer): CallResult<Answer> => {
  if (endpoint.maybeEmpty && answer.status === 204) return successWith(undefined)
  if (endpoint.setsSession && cookiesSet(answer.setCookies, Date.now()).length === 0)
    return invalidAnswer(`its answer to ${endpoint.path} has no session cookie`)
  if (hasUnexpectedBody(endpoint, answer)) return invalidAnswer(`its answer to ${endpoint.path} has no JSON`)
  if (!endpoint.answer) return successWith(undefined)
  const parsed = parseJson(endpoint.answer, answer.body)
  return parsed.success
    ? successWith(parsed.data)
    : invalidAnswer(`its answer to ${endpoint.path} has ${parsed.reason}`)
}

/** Whether a 204 endpoint answered with something else than JSON, such as a proxy's error page: the call has failed. */
const hasUnexpectedBody = ({ success }: Endpoint, { body }: TransportAnswer) =>
  success === 204 && body.trim() !== '' && jsonOf(body) === undefined

// `endpoints` ties each name to its schema; TypeScript loses that in the lookup.
const successWith = <Answer>(answer: unknown): CallResult<Answer> => ({ ok: true, answer: answer as Answer })

const parseJson = (schema: z.ZodType, text: string) => {
  const json = jsonOf(text)
  if (json === undefined) return { success: false, reason: 'no JSON' } as const
  const parsed = schema.safeParse(json)
  if (parsed.success) return { success: true, data: parsed.data } as const
  const where = parsed.error.issues[0]?.path.join('.') || 'the top level'
  return { success: false, reason: `an unexpected shape at ${where}` } as const
}

export const failureOf = ({ status, body, retryAfter }: TransportAnswer): Failure => {
  if (status === 503) return unavailable(503, 'it answered 503', retryAfter)
  const parsed = body.trim() === '' ? null : problem.safeParse(jsonOf(body))
  const message = withNoBreaks(parsed?.data?.message ?? '')
  const errors = boundErrors(parsed?.data?.errors ?? {})
  if (status === 401) return { kind: 'unauthorized', message, errors }
  if (parsed?.success === false || !failureStatuses.includes(status))
    return unavailable(502, `it answered ${status}`, retryAfter)
  const { code = null, proof = null, secondStep = null, confirm, groups } = parsed?.data ?? {}
  // An API may report several payees as a conflict.
  const isOfSeveralPayees = status === 409 && code === problemCodes.differentPayees
  switch (isOfSeveralPayees ? 422 : status) {
    case 400:
    case 422:
      if (code === problemCodes.differentPayees && !groups)
        return unavailable(502, 'its different payees have no groups')
      if (code === problemCodes.proofRequired && !proof)
        return unavailable(502, 'its required proof has no question')
      return {
        kind: 'invalid',
        message,
        code,
        errors,
        proof,
        ...(confirm && { confirm }),
        ...(groups && { groups }),
      }
    case 403:
      if (code === problemCodes.secondStep && !secondStep)
        return unavailable(502, 'its second step has no token')
      return { kind: 'forbidden', message, code, secondStep }
    case 404:
      return { kind: 'missing', message, code }
    case 409:
      return { kind: 'conflict', message, code }
    case 410:
      return { kind: 'gone', message, errors }
    default:
      return { kind: 'throttled', message, retryAfter }
  }
}

const boundErrors = (errors: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.map(withNoBreaks)]))

/** The statuses of the API's contract; any other one means that it is unavailable. */
const failureStatuses: readonly number[] = [400, 403, 404, 409, 410, 422, 429]

/** Undefined if the text is no JSON. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
