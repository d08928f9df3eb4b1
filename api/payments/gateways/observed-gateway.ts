import type { ApiMetrics } from 'api/metrics'
import { inSpan, SpanKind } from 'monitoring/tracing'
import type { GatewayAnswer, GatewayPage, PaymentGateway, RefundAnswer } from './payment-gateway'

type Answer = GatewayAnswer | RefundAnswer | GatewayPage<unknown>

/** A gateway whose calls are counted, timed and traced. The gateway is sent no trace headers. */
export const observedGateway = (
  gateway: PaymentGateway,
  metrics: Pick<ApiMetrics, 'gatewayCallEnded'>,
): PaymentGateway => {
  const observed = async <Result extends Answer>(
    call: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const startedAt = performance.now()
    const answer = await inSpan(
      { name: `gateway ${call}`, kind: SpanKind.CLIENT, attributes: { 'portal.gateway': gateway.name } },
      work,
    )
    const labels = { gateway: gateway.name, call, outcome: outcomeOf(answer) }
    metrics.gatewayCallEnded(labels, (performance.now() - startedAt) / 1_000)
    return answer
  }
  const { cancel, refunds } = gateway
  return {
    ...gateway,
    create: (body, key) => observed('create', () => gateway.create(body, key)),
    get: (id) => observed('get', () => gateway.get(id)),
    ...(cancel && { cancel: (id) => observed('cancel', () => cancel(id)) }),
    listPayments: (query) => observed('list payments', () => gateway.listPayments(query)),
    refunds: {
      ...refunds,
      create: (body, key) => observed('create refund', () => refunds.create(body, key)),
      get: (id) => observed('get refund', () => refunds.get(id)),
      list: (query) => observed('list refunds', () => refunds.list(query)),
    },
  }
}

const outcomeOf = (answer: Answer): string => {
  if (answer.kind === 'payment') return answer.payment.status
  return answer.kind === 'refund' ? answer.refund.status : answer.kind
}
