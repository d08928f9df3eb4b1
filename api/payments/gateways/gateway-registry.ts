import type { PaymentGateway } from './payment-gateway'

/** The gateways that are configured. Each payment stays with the one that it was begun with. */
export interface GatewayRegistry {
  /** The one that new payments are begun with. */
  current: PaymentGateway
  all: readonly PaymentGateway[]
  /** Undefined for one that is not configured any more. */
  named(name: string): PaymentGateway | undefined
}

export const gatewayRegistry = (
  all: readonly PaymentGateway[],
  currentName: PaymentGateway['name'],
): GatewayRegistry => {
  const named = (name: string) => all.find((gateway) => gateway.name === name)
  const current = named(currentName)
  if (!current) throw new Error(`The gateway ${currentName} is not configured`)
  return { current, all, named }
}
