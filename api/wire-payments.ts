import { autopaymentHooks, chargeAutopaymentsStep } from 'api/autopayments'
import { type GatewayWiringOptions, type WiredGateways, wireGateways } from 'api/payments'

export type WiringOptions = Omit<GatewayWiringOptions, 'hooks'> & Partial<Pick<GatewayWiringOptions, 'hooks'>>

/** Payments with their gateways and the autopayments; `steps` are the worker's steps of both. */
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
      // Last, after the steps that learn what was already paid.
      chargeAutopaymentsStep({ database, payments, site: config, clock, log, wakeJobs }),
    ],
  }
}
