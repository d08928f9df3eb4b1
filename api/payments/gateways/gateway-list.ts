import { ConfigError, type Environment } from 'process/settings'
import type { ConfiguredGateway, GatewayModule } from './gateway-module'
import { sandbox } from './sandbox'
import { yookassa } from './yookassa'

/** Every gateway that this server knows. Another one is a folder beside these, and a line here. */
export const gatewayList: readonly GatewayModule[] = [sandbox, yookassa]

/** Reads the settings of the gateways. Throws a ConfigError for the first invalid one. */
export const configureGateways = (
  env: Environment,
  { paymentGateway, trustProxy }: { paymentGateway: string; trustProxy: number },
  modules: readonly GatewayModule[],
): ConfiguredGateway[] => {
  const names = modules.map(({ name }) => name)
  if (!names.includes(paymentGateway)) throw new ConfigError(`PAYMENT_GATEWAY: must be ${names.join(' or ')}`)
  return modules.flatMap(
    (gateway) => gateway.configure(env, { isCurrent: gateway.name === paymentGateway, trustProxy }) ?? [],
  )
}
