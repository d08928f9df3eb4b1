import { isUnavailable } from 'api/db/database-errors'
import { DomainError, Refusal } from 'api/refusal'
import type { EndpointName } from 'contract/endpoints'
import type { Problem } from 'contract/problem'
import { errorFields, type Log } from 'monitoring/log'
import { activeTraceId, inSpan, parentOf, SpanKind } from 'monitoring/tracing'
import type { ApiMetrics } from '../metrics'
import { type ApiAnswer, type ApiRequest, jsonAnswer, refusalAnswer, requestIdOf } from './exchange'
import { type CookieJar, openCookieJar } from './session-cookie'

export interface ObserverOptions {
  log: Log
  /** Whether a request comes from a portal: only a portal may name the visitor's address. */
  isFromPortal(request: ApiRequest): boolean
  /** Whether the session's cookie is Secure: if the API has an https address. */
  secureCookies: boolean
  /** Writes a log line for each request; a portal that embeds this API writes its own. */
  logRequests: boolean
  metrics: Pick<ApiMetrics, 'callEnded'>
}

/** The endpoint of a request, for the log and the metrics. */
export interface CalledEndpoint {
  name: EndpointName | 'unknown'
  path: string
}

/** May throw: a Refusal, or any error. */
type Respond<Body> = (cookies: CookieJar, requestId: string) => Promise<ApiAnswer<Body>>

/** Answers calls, turns errors into problems, and records traces, log lines and metrics. */
export const createCallObserver = ({
  log,
  isFromPortal,
  secureCookies,
  logRequests,
  metrics,
}: ObserverOptions) => {
  const problemAnswer = (error: unknown, call: { requestId: string; path: string }) => {
    const refusal = error instanceof DomainError ? error.refusal() : error
    if (refusal instanceof Refusal) return refusalAnswer(refusal)
    log.error({ ...call, ...errorFields(error) }, 'a request failed')
    return jsonAnswer(isUnavailable(error) ? 503 : 500, {
      message: 'Сервис временно недоступен. Попробуйте ещё раз.',
    } satisfies Problem)
  }

  const answerWithin = async <Body>(
    request: ApiRequest,
    { name, path }: CalledEndpoint,
    respond: Respond<Body>,
  ): Promise<ApiAnswer<Body | string | null>> => {
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    const cookies = openCookieJar(request, { secure: secureCookies })
    const answer = await respond(cookies, requestId).catch(
      (error: unknown): ApiAnswer<Body | string | null> => problemAnswer(error, { requestId, path }),
    )
    answer.headers['cache-control'] = 'no-store'
    answer.headers['x-request-id'] = requestId
    const setCookie = cookies.setCookie()
    if (setCookie) answer.headers['set-cookie'] = setCookie
    const durationMs = performance.now() - startedAt
    metrics.callEnded(name, answer.status, durationMs / 1_000)
    if (logRequests) {
      const ms = Math.round(durationMs)
      const traceId = activeTraceId()
      const traceFields = traceId === undefined ? {} : { traceId }
      log.info(
        { requestId, ...traceFields, method: request.method, path, status: answer.status, ms },
        'request',
      )
    }
    return answer
  }

  /** Answers within a span, which joins the portal's trace if a portal has sent the request. */
  return <Body>(
    request: ApiRequest,
    called: CalledEndpoint,
    respond: Respond<Body>,
  ): Promise<ApiAnswer<Body | string | null>> =>
    inSpan(
      {
        name: `answer ${called.name}`,
        kind: SpanKind.SERVER,
        parent: isFromPortal(request) ? parentOf(request.headers) : undefined,
      },
      async (span) => {
        const answer = await answerWithin(request, called, respond)
        span.setAttribute('http.response.status_code', answer.status)
        return answer
      },
    )
}
