import { inSpan, SpanKind, traceHeaders } from 'monitoring/tracing'
import { TimeoutError } from '../../api-client/product-api.server'
import type { StreamingTransport, TransportRequest } from '../../api-client/transport'
import type { PortalMetrics } from '../portal-metrics.server'

/**
 * A transport that counts, times and traces its calls. A call that hangs is counted at its timeout, not at its end.
 */
export const observedTransport = (
  transport: StreamingTransport,
  metrics: Pick<PortalMetrics, 'upstreamCallEnded'>,
): StreamingTransport => {
  const countCall = async <Answer extends { status: number }>(
    request: TransportRequest,
    send: (request: TransportRequest) => Promise<Answer>,
  ): Promise<Answer> => {
    const { endpoint, signal } = request
    const startedAt = performance.now()
    let isCounted = false
    const countOnce = (status: string) => {
      if (isCounted) return
      isCounted = true
      metrics.upstreamCallEnded(endpoint, status, (performance.now() - startedAt) / 1_000)
    }
    const onAbort = () => countOnce(signal.reason instanceof TimeoutError ? 'timeout' : 'closed')
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const answer = await send(request)
      countOnce(String(answer.status))
      return answer
    } catch (error) {
      countOnce('failed')
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  const observe = <Answer extends { status: number }>(
    request: TransportRequest,
    send: (request: TransportRequest) => Promise<Answer>,
  ): Promise<Answer> =>
    inSpan({ name: `call ${request.endpoint}`, kind: SpanKind.CLIENT }, async (span) => {
      const headers = { ...request.headers, ...traceHeaders() }
      const answer = await countCall({ ...request, headers }, send)
      span.setAttribute('http.response.status_code', answer.status)
      return answer
    })

  return Object.assign((request: TransportRequest) => observe(request, transport), {
    stream: (request: TransportRequest) => observe(request, transport.stream),
  })
}
