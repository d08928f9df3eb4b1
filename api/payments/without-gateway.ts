import { endByAge } from './end-by-age'
import { isFinal } from './payment-states'
import type { StoredPayment } from './payments.repository'
import { type ProcessingDeps, recordAndReport } from './record-and-report'
import type { Outcome } from './record-outcome'

/** Nobody can be asked about a payment whose gateway is not configured any more: its age ends it. */
export const processWithoutGateway = async (deps: ProcessingDeps, payment: StoredPayment) => {
  const { id, gateway, state } = payment
  const ended = isFinal(state) ? null : endByAge(payment, deps.clock())
  if (ended) deps.log.error({ payment: id, gateway }, 'ended by its age: its gateway is not configured')
  await recordAndReport(deps, payment, inTwoSteps(payment, ended))
}

/** One that was being sent has lost its answer first, as whoever sends it may not be through yet. */
const inTwoSteps = ({ state, sends }: StoredPayment, ended: Outcome | null): Outcome => {
  if (ended === null) return { event: null, actor: 'time' }
  return state === 'sent' ? { event: 'lose', actor: 'time', why: 'no_gateway', sends } : ended
}
