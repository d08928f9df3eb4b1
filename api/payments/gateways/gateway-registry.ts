import type { PaymentGateway } from './payment-gateway'

/** The gateway and shop of a payment or a saved method. */
export interface GatewayShop {
  gateway: string
  shop: string
}

/** For the operator's messages. */
export const placeOf = ({ gateway, shop }: GatewayShop): string => `the shop ${shop} of ${gateway}`

/** The shops whose saved methods can be charged. */
export interface ChargeableShops {
  gateway: string
  shops: readonly string[]
}

/** The configured gateways, one for each shop. A payment stays with its gateway and shop. */
export interface GatewayRegistry {
  /** For new payments. */
  current: PaymentGateway
  all: readonly PaymentGateway[]
  /** One for each name, without former shops. */
  main: readonly PaymentGateway[]
  /** Undefined if the gateway or shop is no longer configured. */
  of(record: GatewayShop): PaymentGateway | undefined
  /** All shops of the current gateway. */
  chargeable: ChargeableShops
}

/** The name of a shop's reconciliations: the gateway's name, with the shop if it is a former one. */
export const runNameOf = (
  { main }: Pick<GatewayRegistry, 'main'>,
  { name, shop }: Pick<PaymentGateway, 'name' | 'shop'>,
): string => (main.some((one) => one.name === name && one.shop === shop) ? name : `${name} ${shop}`)

/** The first shop of a gateway is its main one. */
export const gatewayRegistry = (
  all: readonly PaymentGateway[],
  currentName: PaymentGateway['name'],
): GatewayRegistry => {
  const of = ({ gateway, shop }: GatewayShop) => all.find((one) => one.name === gateway && one.shop === shop)
  const main = all.filter((one) => all.find(({ name }) => name === one.name) === one)
  const current = main.find(({ name }) => name === currentName)
  if (!current) throw new Error(`The gateway ${currentName} is not configured`)
  const shops = all.filter(({ name }) => name === currentName).map(({ shop }) => shop)
  return { current, all, main, of, chargeable: { gateway: currentName, shops } }
}
