/** Bills: invoices, charges, penalties. Other domains import only from here. */
export { billingRoutes } from './billing.routes'
export { type ChargeRules, type FindChargeRules, noChargeRules, tariffsBy } from './charge-rules'
export { endingRules } from './ending-rules'
export { issueInvoices, issueInvoicesStep, lastMonth } from './issue-invoices'
export { countPenalty, type PenaltyDays } from './penalty-days'
export { workingDayFrom } from './working-days'
