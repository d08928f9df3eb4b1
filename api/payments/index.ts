/** Payments, refunds, saved cards, their history and the gateways behind. The rest of the API imports from here only. */
export { lockActiveCustomer as lockStayingCustomer } from '../db/locked-user.repository'
export { cancelAbandonedPayments, findAbandonedPayments } from './checkout/abandoned-payments'
export { type PaymentDraft as WantedPayment, paymentBeginner } from './checkout/begin-payment'
export { chargeSavedMethod } from './checkout/charge-saved-method'
export type { OpenedGateway } from './gateways/gateway-module'
export { type ChargeableShops, gatewayRegistry, runNameOf } from './gateways/gateway-registry'
export { observedGateway } from './gateways/observed-gateway'
export type { PaymentGateway } from './gateways/payment-gateway'
export type { PaymentRequest } from './gateways/payment-request'
export { historyRoutes } from './history/history.routes'
export { historyService } from './history/history.service'
export { wayOnView } from './history/payment-view'
export { CannotCredit, creditMissing } from './outcome/credit-missing'
export type { PaymentHooks, SettledPayment, UnsentCharge } from './outcome/payment-hooks'
export { CannotSettle, type GatewayFinding as Found, settleByHand } from './outcome/settle-by-hand'
export { createPayments, type Payments, type PaymentsDeps } from './processing/payments'
export { processPaymentsStep } from './processing/process-payments.step'
export type { ReconciliationDeps } from './reconciliation/compare'
export type { Difference } from './reconciliation/difference'
export { type LastReconciliation, lastReconciliation } from './reconciliation/last-reconciliation.repository'
export { mostDays, reconcile, reconciliationStep, uncomparedSince } from './reconciliation/reconcile'
export { createRefunds, type Refunds } from './refunds/refunds'
export { CannotRefund } from './refunds/request-refund'
export { paymentsRoutes } from './routes/payments.routes'
export { requestChecks } from './routes/request-checks'
export { webhookRoutes } from './routes/webhooks.routes'
export {
  type OpenPayments,
  oldestDuePayment,
  oldestDueRefund,
  openAges,
  openPayments,
  openStates,
} from './store/open-payments.repository'
export {
  findSavedMethod,
  isLinkedMethod,
  unlinkMethod,
  unlinkMethodsOf,
} from './store/payment-methods.repository'
export { isFinal } from './store/payment-states'
export { unpayableWords } from './store/payments.errors'
export { isUnsent } from './store/payments.repository'
export { sumPending as sumUnderWay } from './store/pending-sum.repository'
export { identify, kindInData } from './store/request-identity'
export { findWaitingForShops } from './store/shops.repository'
export type { Part } from './store/store-payment'
export { keysForgottenSince } from './store/unanswered'
export {
  countOfOtherPayees,
  findUnpayable,
  hasSeveralPayees,
  type Unpayable,
  whyUnpayable,
} from './store/unpayable.repository'
