import { inSpan, SpanKind, traceHeaders } from 'monitoring/tracing'
import { TimeoutError } from '../../api-client/product-api.server'
import type { StreamingTransport, TransportRequest } from '../../api-client/transport'
import type { PortalMetrics } from '../portal-metrics.server'

/**
 * A transport that counts, times and traces its calls. One that hangs counts when its time is over, not when it ends.
 */
export const observedTransport = (
  transport: StreamingTransport,
  metrics: Pick<PortalMetrics, 'upstreamCallEnded'>,
): StreamingTransport => {
  const counted = async <Answer extends { status: number }>(
    request: TransportRequest,
    send: (request: TransportRequest) => Promise<Answer>,
  ): Promise<Answer> => {
    const { endpoint, signal } = request
    const startedAt = performance.now()
    let isCounted = false
    const ended = (status: string) => {
      if (isCounted) return
      isCounted = true
      metrics.upstreamCallEnded(endpoint, status, (performance.now() - startedAt) / 1_000)
    }
    const aborted = () => ended(signal.reason instanceof TimeoutError ? 'timeout' : 'closed')
    signal.addEventListener('abort', aborted, { once: true })
    try {
      const answer = await send(request)
      ended(String(answer.status))
      return answer
    } catch (error) {
      ended('failed')
      throw error
    } finally {
      signal.removeEventListener('abort', aborted)
    }
  }

  const observed = <Answer extends { status: number }>(
    request: TransportRequest,
    send: (request: TransportRequest) => Promise<Answer>,
  ): Promise<Answer> =>
    inSpan({ name: `call ${request.endpoint}`, kind: SpanKind.CLIENT }, async (span) => {
      const headers = { ...request.headers, ...traceHeaders() }
      const answer = await counted({ ...request, headers }, send)
      span.setAttribute('http.response.status_code', answer.status)
      return answer
    })

  return Object.assign((request: TransportRequest) => observed(request, transport), {
    stream: (request: TransportRequest) => observed(request, transport.stream),
  })
}
