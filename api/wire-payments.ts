import { autopaymentHooks, chargeAutopaymentsStep } from 'api/autopayments'
import { type GatewayWiringOptions, type WiredGateways, wireGateways } from 'api/payments'

export type WiringOptions = Omit<GatewayWiringOptions, 'hooks'> & Partial<Pick<GatewayWiringOptions, 'hooks'>>

/** Payments with their gateways, and the autopayments on top of them; `steps` is all of their background work. */
export type WiredPayments = WiredGateways

export const wirePayments = (options: WiringOptions): WiredPayments => {
  const { config, database, log, clock, wakeJobs } = options
  const { hooks = autopaymentHooks({ site: config, clock }) } = options
  const wired = wireGateways({ ...options, hooks })
  const { payments } = wired
  return {
    ...wired,
    steps: [
      ...wired.steps,
      // Last: what has been paid already is known by then, as far as it can be.
      chargeAutopaymentsStep({ database, payments, site: config, clock, log, wakeJobs }),
    ],
  }
}
