/** Bills: invoices, charges, penalties. Other domains import only from here. */
export { billingRoutes } from './billing.routes'
export { type ChargeRules, type FindChargeRules, noChargeRules, tariffsBy } from './charge-rules'
export { type EndingRule, endingRules } from './ending-rules'
export { issueInvoices, lastMonth } from './issue-invoices'
export { issueInvoicesStep } from './issue-invoices.step'
export { countPenalty, type PenaltyDays } from './penalty-days'
export { workingDayFrom } from './working-days'
