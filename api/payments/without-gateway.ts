import { endByAge } from './end-by-age'
import { placeOf } from './gateways/gateway-registry'
import { isFinal } from './payment-states'
import type { StoredPayment } from './payments.repository'
import { type ProcessingDeps, recordAndReport } from './record-and-report'
import type { Outcome } from './record-outcome'

/** A payment whose gateway or shop is not configured any more can't be polled: it is ended by its age. */
export const processWithoutGateway = async (deps: ProcessingDeps, payment: StoredPayment) => {
  const { id, state } = payment
  const ended = isFinal(state) ? null : endByAge(payment, deps.clock())
  if (ended)
    deps.log.error(
      { payment: id, gateway: placeOf(payment) },
      'ended by its age: its gateway is not configured',
    )
  await recordAndReport(deps, payment, inTwoSteps(payment, ended))
}

/** One in the state `sent` becomes `unknown` first: another process may still be sending it. */
const inTwoSteps = ({ state, sends }: StoredPayment, ended: Outcome | null): Outcome => {
  if (ended === null) return { event: null, actor: 'time' }
  return state === 'sent' ? { event: 'lose', actor: 'time', why: 'no_gateway', sends } : ended
}
