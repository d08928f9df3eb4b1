/** Autopayments: when a saved card is charged, and what became of it. The rest of the API imports from here only. */
export { accountHooks, autopaymentHooks } from './autopayment-hooks'
export { autopaymentsRoutes } from './autopayments.routes'
export { chargeAutopaymentsStep } from './charge-autopayments.step'
export { findComingCharge } from './coming-charge'
export { countLinesSince, oldestDueRun } from './runs.repository'
export { cancelFirstPayments, removeAutopaymentsOf } from './stop-autopayment'
