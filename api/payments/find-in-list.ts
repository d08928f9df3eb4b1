import { clocksDifferMs } from './clocks-differ'
import type { GatewayPayment, PaymentGateway } from './gateways/payment-gateway'
import { later } from './later'
import { isSamePayment } from './outcome-of'
import type { StoredPayment } from './payments.repository'

/** Ten thousand payments a day and a half over; more means that the search does not end. */
const mostPages = 300

export type FoundInList =
  | { kind: 'found'; payment: GatewayPayment }
  /** The list was read to its end and has nothing under our number. */
  | { kind: 'none' }
  /** The list could not be read whole, or what it has under our number is another payment. */
  | { kind: 'unknown'; reason: string }

/** Looks for a payment whose answer was lost in the gateway's own list, by our number in its metadata. */
export const findInList = async (
  gateway: Pick<PaymentGateway, 'listPayments' | 'remembersKeysMs'>,
  payment: StoredPayment,
  now: Date,
): Promise<FoundInList> => {
  const first = new Date(payment.firstSentAt ?? payment.createdAt)
  const last = new Date(Math.min(now.getTime(), first.getTime() + gateway.remembersKeysMs))
  const from = later(first, -clocksDifferMs)
  const to = later(last, clocksDifferMs)
  const under: GatewayPayment[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await gateway.listPayments({ from, to, cursor })
    if (page.kind !== 'page') {
      return { kind: 'unknown', reason: page.kind === 'unknown' ? page.reason : page.code }
    }
    under.push(...page.items.filter(({ paymentId }) => paymentId === payment.id))
    if (page.next === null) return chosen(under, payment)
    cursor = page.next
  }
  return { kind: 'unknown', reason: 'the list does not end' }
}

/** Should there be several, the one that has taken money. */
const chosen = (under: readonly GatewayPayment[], payment: StoredPayment): FoundInList => {
  const same = under.filter((known) => isSamePayment(known, payment))
  const found = same.find(({ status }) => status === 'succeeded') ?? same[0]
  if (found) return { kind: 'found', payment: found }
  return under.length === 0
    ? { kind: 'none' }
    : { kind: 'unknown', reason: 'another payment under our number' }
}
