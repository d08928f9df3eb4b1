/** Bills: invoices, charges, penalties. Other domains import only from here. */
export { billingRefusal } from './billing.refusals'
export { billingRoutes } from './billing.routes'
export type { ChargeRules, FindChargeRules } from './charge-rules'
export { fillPartiesStep } from './fill-parties.step'
export { issueInvoices, lastMonth } from './issue-invoices'
export { issueInvoicesStep } from './issue-invoices.step'
export { countPenalty, type PenaltyDays } from './penalty-days'
