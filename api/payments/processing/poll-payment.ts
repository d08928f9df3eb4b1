import type { PaymentGateway } from '../gateways/payment-gateway'
import { endByAge } from '../outcome/end-by-age'
import { addMs } from '../outcome/next-check'
import { outcomeOfPolling } from '../outcome/outcome-of'
import { type ProcessingDeps, recordAndReport, reportAnswer } from '../outcome/record-and-report'
import { isFinal } from '../store/payment-states'
import { claimForPolling, type StoredPayment } from '../store/payments.repository'
import { leaseMs } from '../store/store-payment'

export interface Polling {
  /** The gateway's id of the payment. */
  gatewayPaymentId: string
  /** The shortest time between two polls of the payment. */
  pauseMs: number
  /** The name of the webhook that has caused it. */
  webhook?: string
  /** A canceled payment is asked about only when something says that it was paid: a webhook, or the gateway's list. */
  alsoCanceled?: boolean
}

/** `skipped`: somebody has just asked. `unanswered`: the gateway could not be asked. */
export type Polled = 'answered' | 'unanswered' | 'skipped'

/** Asks the gateway how a payment stands and records it. */
export const pollPayment = async (
  deps: ProcessingDeps,
  gateway: PaymentGateway,
  payment: StoredPayment,
  { gatewayPaymentId, pauseMs, webhook, alsoCanceled = webhook !== undefined }: Polling,
): Promise<Polled> => {
  const now = deps.clock()
  const claimed = await claimForPolling(deps.database.db, {
    id: payment.id,
    now: now.toISOString(),
    until: addMs(now, leaseMs),
    lastContactBefore: addMs(now, -pauseMs),
    alsoCanceled,
  })
  if (!claimed) return 'skipped'
  const answer = await gateway.get(gatewayPaymentId)
  reportAnswer(deps, payment, answer)
  const isUnknownThere = answer.kind === 'refused' && !isFinal(payment.state)
  const ended = isUnknownThere ? endByAge(payment, now) : null
  if (ended)
    deps.log.error({ payment: payment.id }, 'ended by its age: the gateway does not know the payment')
  const outcome = ended ?? outcomeOfPolling(answer, payment, webhook === undefined ? 'lookup' : 'webhook')
  await recordAndReport(deps, payment, { ...outcome, webhook })
  return answer.kind === 'unknown' || answer.kind === 'turned-away' ? 'unanswered' : 'answered'
}
