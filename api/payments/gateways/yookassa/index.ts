import type { ConfiguredGateway, GatewayModule, OpenedGateway } from '../gateway-module'
import { readYookassaConfig, type YookassaConfig } from './yookassa.config'
import { yookassaGateway } from './yookassa-gateway'

class ConfiguredYookassa implements ConfiguredGateway {
  readonly name = 'yookassa'
  readonly takesTestMoney = false

  readonly apiUrl: string

  constructor(readonly settings: YookassaConfig) {
    this.apiUrl = settings.apiUrl
  }

  open(): OpenedGateway {
    const { formerShops, ...settings } = this.settings
    return {
      gateway: yookassaGateway(settings),
      formerShops: formerShops.map((shop) => yookassaGateway({ ...settings, ...shop })),
    }
  }
}

/** YooKassa, by its API v3. */
export const yookassa: GatewayModule = {
  name: 'yookassa',
  configure(env, deployment) {
    const settings = readYookassaConfig(env, deployment)
    return settings && new ConfiguredYookassa(settings)
  },
}
