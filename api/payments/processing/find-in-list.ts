import { MINUTE } from 'format/durations'
import { allPages, ListNotRead } from '../gateways/all-pages'
import type { GatewayPayment, PaymentGateway } from '../gateways/payment-gateway'
import { addMs } from '../outcome/next-check'
import { isSamePayment, type RequestedPayment } from '../outcome/outcome-of'
import type { StoredPayment } from '../store/payments.repository'

/** How far the clock of a gateway may be off ours, when its lists are searched by time. */
export const clocksDifferMs = 10 * MINUTE

export type LookupResult =
  | { kind: 'found'; payment: GatewayPayment }
  /** The list was read to its end and has nothing under our number. */
  | { kind: 'none' }
  /** The list could not be read whole, or what it has under our number is another payment. */
  | { kind: 'unknown'; reason: string }

type LostPayment = RequestedPayment & Pick<StoredPayment, 'createdAt' | 'firstSentAt'>

/** Looks for a payment whose answer was lost in the gateway's own list, by our number in its metadata. */
export const findInList = async (
  gateway: Pick<PaymentGateway, 'listPayments' | 'remembersKeysMs'>,
  payment: LostPayment,
  now: Date,
): Promise<LookupResult> => {
  const first = new Date(payment.firstSentAt ?? payment.createdAt)
  const last = new Date(Math.min(now.getTime(), first.getTime() + gateway.remembersKeysMs))
  const from = addMs(first, -clocksDifferMs)
  const to = addMs(last, clocksDifferMs)
  const under: GatewayPayment[] = []
  try {
    for await (const gatewayPayment of allPages(gateway.listPayments, { from, to })) {
      if (gatewayPayment.paymentId === payment.id) under.push(gatewayPayment)
    }
  } catch (error) {
    if (!(error instanceof ListNotRead)) throw error
    return { kind: 'unknown', reason: error.message }
  }
  return chosen(under, payment)
}

/** Should there be several, the one that has taken money. */
const chosen = (under: readonly GatewayPayment[], payment: RequestedPayment): LookupResult => {
  const same = under.filter((gatewayPayment) => isSamePayment(gatewayPayment, payment))
  const match = same.find(({ status }) => status === 'succeeded') ?? same[0]
  if (match) return { kind: 'found', payment: match }
  return under.length === 0
    ? { kind: 'none' }
    : { kind: 'unknown', reason: 'another payment under our number' }
}
