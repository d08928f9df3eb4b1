import { isUnavailable } from 'api/db/unavailable'
import { readJson } from 'api/http/read-json'
import { Refusal } from 'api/http/refusal'
import { requestIdOf } from 'api/http/request-id'
import { addressBehind } from 'api/http/visitor'
import { errorFields, type Log } from 'api/log'
import type { Context, Hono } from 'hono'
import type { PaymentGateway } from './gateways/payment-gateway'
import type { PaymentRoutesDeps } from './payment-routes.deps'
import type { TakenWebhook } from './payments'

/** Any API's Hono that knows its connection's address. */
type Environment = { Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }

/**
 * POST /webhooks/{gateway}: the gateway's webhooks about payments. Answered with 200 once it need not be repeated. Its
 * content is not trusted: the gateway is polled.
 */
export function webhookRoutes(
  hono: Hono<Environment>,
  { config, payments, log }: Pick<PaymentRoutesDeps, 'config' | 'payments'> & { log: Log },
) {
  const take = async (
    context: Context<Environment>,
    gateway: PaymentGateway,
    requestId: string,
  ): Promise<number> => {
    const request = context.req.raw
    const address = addressBehind(config.trustProxy, request, context.env?.incoming?.socket?.remoteAddress)
    if (!gateway.mayWebhookComeFrom(address)) {
      log.warn(
        { requestId, gateway: gateway.name },
        'a webhook was refused, as its address is not one of the gateway: if all are, TRUST_PROXY is wrong',
      )
      return 403
    }
    return statuses[await payments.takeWebhook(gateway, await readJson(request))]
  }

  for (const gateway of payments.gateways.main) {
    hono.post(`/webhooks/${gateway.name}`, async (context) => {
      const requestId = requestIdOf(context.req.raw)
      const status = await take(context, gateway, requestId).catch((error: unknown) => {
        if (error instanceof Refusal) return error.status
        log.error({ requestId, ...errorFields(error) }, 'a webhook of the gateway could not be taken')
        return isUnavailable(error) ? 503 : 500
      })
      return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
    })
  }
}

const statuses: Readonly<Record<TakenWebhook, number>> = { taken: 200, unreadable: 400, busy: 503 }
