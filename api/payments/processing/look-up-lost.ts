import type { PaymentGateway } from '../gateways/payment-gateway'
import { endByAge } from '../outcome/end-by-age'
import { addMs } from '../outcome/next-check'
import { outcomeOfGatewayPayment } from '../outcome/outcome-of'
import { type ProcessingDeps, recordAndReport } from '../outcome/record-and-report'
import { claimForPolling, type StoredPayment } from '../store/payments.repository'
import { leaseMs } from '../store/store-payment'
import { isUnanswered, keysForgottenSince } from '../store/unanswered'
import { findInList } from './find-in-list'

/**
 * Looks a payment without an answer up in the gateway's list, unless the gateway was called about it within `pauseMs`, and
 * records what it finds. A charge that is not in the list and can't be repeated is logged for the operator; in the end it
 * is ended by its age.
 */
export const lookUpLost = async (
  deps: ProcessingDeps,
  gateway: PaymentGateway,
  payment: StoredPayment,
  { pauseMs }: { pauseMs: number },
) => {
  const now = deps.clock()
  const claimed = await claimForPolling(deps.database.db, {
    id: payment.id,
    now: now.toISOString(),
    until: addMs(now, leaseMs),
    lastContactBefore: addMs(now, -pauseMs),
    alsoCanceled: false,
  })
  if (!claimed) return
  const lookup = await findInList(gateway, payment, now)
  if (lookup.kind === 'found') {
    await recordAndReport(deps, payment, outcomeOfGatewayPayment(lookup.payment, 'lookup'))
    return
  }
  const fields = { payment: payment.id, gateway: gateway.name }
  if (lookup.kind === 'unknown') deps.log.warn({ ...fields, reason: lookup.reason }, 'no gateway list')
  const ended = lookup.kind === 'none' ? endByAge(payment, now) : null
  if (ended) deps.log.error(fields, 'ended by its age: the gateway has no such charge in its list')
  else if (isUnanswered(payment, keysForgottenSince(gateway, now))) {
    deps.log.error(
      { ...fields, list: lookup.kind },
      'the gateway never told what became of a charge: look for it there, then settle-payment',
    )
  }
  await recordAndReport(deps, payment, ended ?? { event: null, actor: 'lookup' })
}
