import { TimeoutError } from '../../api-client/product-api.server'
import type { StreamingTransport, TransportRequest } from '../../api-client/transport'
import type { PortalMetrics } from '../portal-metrics.server'

/** A transport that counts and times its calls. One that hangs counts when its time is over, not when it ends. */
export const observedTransport = (
  transport: StreamingTransport,
  metrics: Pick<PortalMetrics, 'upstreamCallEnded'>,
): StreamingTransport => {
  const observed = async <Answer extends { status: number }>(
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
  return Object.assign((request: TransportRequest) => observed(request, transport), {
    stream: (request: TransportRequest) => observed(request, transport.stream),
  })
}
