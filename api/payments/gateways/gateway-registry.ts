import type { PaymentGateway } from './payment-gateway'

/** Where a payment or a saved method belongs. */
export interface AtGateway {
  gateway: string
  shop: string
}

/** In the operator's messages. */
export const placeOf = ({ gateway, shop }: AtGateway): string => `the shop ${shop} of ${gateway}`

/** The saved methods that can be charged are those of these shops. */
export interface ChargeableShops {
  gateway: string
  shops: readonly string[]
}

/** The gateways that are configured, one for each shop. Each payment stays with the one that it was begun with. */
export interface GatewayRegistry {
  /** The one that new payments are begun with. */
  current: PaymentGateway
  all: readonly PaymentGateway[]
  /** One for each name: the shop that takes new payments, not a former one. */
  main: readonly PaymentGateway[]
  /** Undefined where the gateway or the shop is not configured any more. */
  of(record: AtGateway): PaymentGateway | undefined
  /** All shops of the current gateway. */
  chargeable: ChargeableShops
}

/** Under what its reconciliations are stored: the gateway's name, and of a former shop also the shop. */
export const runNameOf = (
  { main }: Pick<GatewayRegistry, 'main'>,
  { name, shop }: Pick<PaymentGateway, 'name' | 'shop'>,
): string => (main.some((one) => one.name === name && one.shop === shop) ? name : `${name} ${shop}`)

/** Of several shops of a gateway the first is the main one. */
export const gatewayRegistry = (
  all: readonly PaymentGateway[],
  currentName: PaymentGateway['name'],
): GatewayRegistry => {
  const of = ({ gateway, shop }: AtGateway) => all.find((one) => one.name === gateway && one.shop === shop)
  const main = all.filter((one) => all.find(({ name }) => name === one.name) === one)
  const current = main.find(({ name }) => name === currentName)
  if (!current) throw new Error(`The gateway ${currentName} is not configured`)
  const shops = all.filter(({ name }) => name === currentName).map(({ shop }) => shop)
  return { current, all, main, of, chargeable: { gateway: currentName, shops } }
}
