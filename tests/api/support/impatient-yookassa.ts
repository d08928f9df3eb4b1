import type { GatewayModule } from 'api/payments/gateways/gateway-module'
import { readYookassaConfig } from 'api/payments/gateways/yookassa/yookassa.config'
import { type YookassaOptions, yookassaGateway } from 'api/payments/gateways/yookassa/yookassa-gateway'

/** How long the gateway may take for an answer. */
export const gatewayLimitMs = 400

/** The gateway with short time limits. */
export const impatientGateway = (settings: YookassaOptions) =>
  yookassaGateway({ ...settings, timeouts: { createMs: gatewayLimitMs, getMs: gatewayLimitMs } })

export const impatientYookassa: GatewayModule = {
  name: 'yookassa',
  configure(env, deployment) {
    const settings = readYookassaConfig(env, deployment)
    return (
      settings && {
        name: 'yookassa',
        takesTestMoney: false,
        open: () => ({ gateway: impatientGateway(settings) }),
      }
    )
  },
}
