/** Bills: invoices, charges, penalties. The rest of the API imports from here only. */
export { billingRoutes } from './billing.routes'
export type { ChargeRules, FindChargeRules } from './charge-rules'
export { issueInvoices, lastMonth } from './issue-invoices'
export { issueInvoicesStep } from './issue-invoices.step'
export { inKopecks, penaltyOfDay } from './penalty'
