import { isUnavailable } from 'api/db/database-errors'
import { requestIdOf } from 'api/http/exchange'
import { readJson } from 'api/http/read-body'
import { addressBehind } from 'api/http/visitor'
import { Refusal } from 'api/refusal'
import type { Context, Hono } from 'hono'
import { errorFields, type Log } from 'monitoring/log'
import type { PaymentGateway } from '../gateways/payment-gateway'
import type { PaymentRoutesDeps, WebhookOutcome } from '../processing/payments'

/** The bindings of Node's adapter, which have the connection's address. */
type Environment = { Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }

/**
 * POST /webhooks/{gateway}: webhooks about payments and refunds. Answers 200 once the webhook need not be repeated. The
 * content is not trusted: the gateway is polled.
 */
export function webhookRoutes(
  hono: Hono<Environment>,
  { config, payments, log }: Pick<PaymentRoutesDeps, 'config' | 'payments'> & { log: Log },
) {
  const processRequest = async (
    context: Context<Environment>,
    gateway: PaymentGateway,
  ): Promise<WebhookResult> => {
    const request = context.req.raw
    const address = addressBehind(config.trustProxy, request, context.env?.incoming?.socket?.remoteAddress)
    if (!gateway.mayWebhookComeFrom(address)) return 'foreign address'
    return payments.processWebhook(gateway, await readJson(request))
  }

  for (const gateway of payments.gateways.main) {
    hono.post(`/webhooks/${gateway.name}`, async (context) => {
      const fields = { requestId: requestIdOf(context.req.raw), gateway: gateway.name }
      const status = await processRequest(context, gateway)
        .then((reason) => {
          const { status, advice } = answers[reason]
          if (advice !== null) log.warn({ ...fields, status, reason }, `a webhook was not taken: ${advice}`)
          return status
        })
        .catch((error: unknown) => {
          if (error instanceof Refusal) {
            log.warn({ ...fields, status: error.status }, 'a webhook was not taken: its body can not be read')
            return error.status
          }
          log.error({ ...fields, ...errorFields(error) }, 'a webhook of the gateway could not be taken')
          return isUnavailable(error) ? 503 : 500
        })
      return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
    })
  }
}

type WebhookResult = WebhookOutcome | 'foreign address'

/** The status of each answer, and the text for the log; `null` if nothing is logged. */
const answers: Readonly<Record<WebhookResult, { status: number; advice: string | null }>> = {
  accepted: { status: 200, advice: null },
  unreadable: { status: 400, advice: 'it is none of this gateway' },
  busy: { status: 503, advice: 'its payment can not be asked about just now, and it has to be sent again' },
  'foreign address': {
    status: 403,
    advice: 'its address is not one of the gateway; if all are refused, TRUST_PROXY is wrong',
  },
}
