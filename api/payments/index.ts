/** Payments, refunds, saved cards, their history and the gateways behind. The rest of the API imports from here only. */
export { lockStayingCustomer } from '../db/locked-user.repository'
export { paymentBeginner, type WantedPayment } from './begin-payment'
export { chargeSavedMethod } from './charge-saved-method'
export { CannotCredit, creditMissing } from './credit-missing'
export { type ChargeableShops, runNameOf } from './gateways/gateway-registry'
export { observedGateway } from './gateways/observed-gateway'
export type { PaymentGateway } from './gateways/payment-gateway'
export type { PaymentRequest } from './gateways/payment-request'
export { historyRoutes } from './history.routes'
export { historyService } from './history.service'
export { cancelLeftAtBank, findLeftAtBank } from './left-at-bank'
export {
  type OpenPayments,
  oldestDuePayment,
  oldestDueRefund,
  openAges,
  openPayments,
  openStates,
} from './open-payments.repository'
export type { PaymentHooks, SettledPayment, UnsentCharge } from './payment-hooks'
export { findSavedMethod, isLinkedMethod, unlinkMethod, unlinkMethodsOf } from './payment-methods.repository'
export { isFinal } from './payment-states'
export { wayOnView } from './payment-view'
export { createPayments, type Payments } from './payments'
export { unpayableWords } from './payments.errors'
export { isUnsent } from './payments.repository'
export { paymentsRoutes } from './payments.routes'
export { amountRule, paymentKindRule, returnAddresses } from './payments.rules'
export { processPaymentsStep } from './process-payments.step'
export type { ReconciliationDeps } from './reconciliation/compare'
export type { Difference } from './reconciliation/difference'
export { type LastReconciliation, lastReconciliation } from './reconciliation/last-reconciliation.repository'
export { mostDays, reconcile, reconciliationStep, uncomparedSince } from './reconciliation/reconcile'
export { createRefunds, type Refunds } from './refunds/refunds'
export { CannotRefund } from './refunds/request-refund'
export { identify, kindInData } from './request-identity'
export { CannotSettle, type Found, settleByHand } from './settle-by-hand'
export { findWaitingForShops } from './shops.repository'
export type { Part } from './store-payment'
export { keysForgottenSince } from './unanswered'
export { sumUnderWay } from './under-way.repository'
export {
  countOfOtherPayees,
  findUnpayable,
  hasSeveralPayees,
  type Unpayable,
  whyUnpayable,
} from './unpayable.repository'
export { webhookRoutes } from './webhooks.routes'
export { type GatewayWiringOptions, type WiredGateways, wireGateways } from './wire-gateways'
