import { MINUTE } from 'format/durations'
import { allPages, ListNotRead } from '../gateways/all-pages'
import type { GatewayPayment, PaymentGateway } from '../gateways/payment-gateway'
import { addMs, endByAge } from '../outcome/next-check'
import { isSamePayment, outcomeOfGatewayPayment, type RequestedPayment } from '../outcome/outcome-of'
import { type ProcessingDeps, recordAndReport } from '../outcome/record-outcome'
import { claimForPolling, type StoredPayment } from '../store/payments.repository'
import { isUnanswered, keysForgottenSince } from '../store/pending-payments.repository'
import { leaseMs } from '../store/store-payment'

/**
 * Looks for a payment without an answer in the gateway's list, and records the result. Does nothing if the gateway was
 * called about it within `pauseMs`. A charge that is not in the list and can't be repeated is logged for the operator, and
 * in the end is ended by its age.
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

/** The margin for a list that is searched by time: the gateway's clock may differ from ours. */
export const clockSkewMs = 10 * MINUTE

type LookupResult =
  | { kind: 'found'; payment: GatewayPayment }
  /** The whole list was read and has no payment with our number. */
  | { kind: 'none' }
  /** The list could not be read to its end, or its payment with our number has another sum or account. */
  | { kind: 'unknown'; reason: string }

type LostPayment = RequestedPayment & Pick<StoredPayment, 'createdAt' | 'firstSentAt'>

/** Looks for the payment in the gateway's list, by our number in the metadata. */
export const findInList = async (
  gateway: Pick<PaymentGateway, 'listPayments' | 'remembersKeysMs'>,
  payment: LostPayment,
  now: Date,
): Promise<LookupResult> => {
  const first = new Date(payment.firstSentAt ?? payment.createdAt)
  const last = new Date(Math.min(now.getTime(), first.getTime() + gateway.remembersKeysMs))
  const from = addMs(first, -clockSkewMs)
  const to = addMs(last, clockSkewMs)
  const withOurNumber: GatewayPayment[] = []
  try {
    for await (const gatewayPayment of allPages(gateway.listPayments, { from, to })) {
      if (gatewayPayment.paymentId === payment.id) withOurNumber.push(gatewayPayment)
    }
  } catch (error) {
    if (!(error instanceof ListNotRead)) throw error
    return { kind: 'unknown', reason: error.message }
  }
  return chooseMatch(withOurNumber, payment)
}

/** Prefers the payment that has taken money. */
const chooseMatch = (withOurNumber: readonly GatewayPayment[], payment: RequestedPayment): LookupResult => {
  const same = withOurNumber.filter((gatewayPayment) => isSamePayment(gatewayPayment, payment))
  const match = same.find(({ status }) => status === 'succeeded') ?? same[0]
  if (match) return { kind: 'found', payment: match }
  return withOurNumber.length === 0
    ? { kind: 'none' }
    : { kind: 'unknown', reason: 'another payment under our number' }
}
