/** Payments, refunds, saved cards, their history and the gateways behind. The rest of the API imports from here only. */
export { type PaymentDraft, paymentBeginner } from './checkout/begin-payment'
export { cancelAbandonedPayments, findAbandonedPayments } from './checkout/double-payment'
export { chargeSavedMethod } from './checkout/saved-methods.service'
export type { OpenedGateway } from './gateways/gateway-module'
export { type ChargeableShops, gatewayRegistry, runNameOf } from './gateways/gateway-registry'
export { observedGateway } from './gateways/observed-gateway'
export type { PaymentGateway, PaymentRequest } from './gateways/payment-gateway'
export { historyService } from './history/history.service'
export { continuationView } from './history/payment-view'
export { CannotCredit, creditMissing } from './outcome/credit-missing'
export { CannotSettle, type GatewayFinding, settleByHand } from './outcome/settle-by-hand'
export type { PaymentHooks, SettledPayment, UnsentCharge } from './outcome/settle-payment'
export { createPayments, type Payments, type PaymentsDeps, processPaymentsStep } from './processing/payments'
export type { ReconciliationDeps } from './reconciliation/compare'
export { mostDays, reconcile, reconciliationStep, uncomparedSince } from './reconciliation/reconcile'
export {
  type Difference,
  type LastReconciliation,
  lastReconciliation,
} from './reconciliation/reconciliation.repository'
export { createRefunds, type Refunds } from './refunds/refunds'
export { CannotRefund } from './refunds/request-refund'
export { paymentsRoutes } from './routes/payments.routes'
export { requestChecks } from './routes/request-checks'
export { webhookRoutes } from './routes/webhooks.routes'
export {
  countAccountsOfOtherPayees,
  findPayee,
  findUnpayable,
  hasSeveralPayees,
  type UnpayableReason,
  whyUnpayable,
} from './store/accounts-to-pay.repository'
export {
  findShopBacklogs,
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
export { keysForgottenSince, sumPending } from './store/pending-payments.repository'
export { identify, kindInData, type Part } from './store/store-payment'
