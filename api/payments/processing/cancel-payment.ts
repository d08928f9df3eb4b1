import type { DeclineReason } from 'contract/decline-reasons'
import type { GatewayRegistry } from '../gateways/gateway-registry'
import { outcomeOfPolling } from '../outcome/outcome-of'
import { type ProcessingDeps, recordAndReport, reportAnswer } from '../outcome/record-and-report'
import { isFinal } from '../store/payment-states'
import { findPayment, updateIntent } from '../store/payments.repository'

/**
 * Ends a payment that nobody has paid, where its gateway can, and records what the gateway says of it: `declineReason`
 * where it was canceled for us, its money where the payer was faster. The reason is stored before the gateway is asked: its
 * webhook may come to another replica before the answer comes here.
 */
export const cancelPayment = async (
  deps: ProcessingDeps,
  gateways: GatewayRegistry,
  id: string,
  declineReason: DeclineReason,
): Promise<void> => {
  const payment = await findPayment(deps.database.db, id)
  if (!payment || isFinal(payment.state)) return
  if (payment.state === 'created') {
    await recordAndReport(deps, payment, { event: 'abandon', actor: 'request', declineReason })
    return
  }
  const gateway = gateways.of(payment)
  if (!gateway?.cancel || payment.gatewayPaymentId === null) return
  await updateIntent(deps.database.db, id, { asked_cancel_reason: declineReason })
  const answer = await gateway.cancel(payment.gatewayPaymentId)
  reportAnswer(deps, payment, answer)
  const outcome = outcomeOfPolling(answer, payment)
  await recordAndReport(
    deps,
    payment,
    outcome.event === 'cancel' ? { ...outcome, actor: 'request' } : outcome,
  )
}
