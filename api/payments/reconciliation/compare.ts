import { allPages } from 'api/payments/gateways/all-pages'
import type { GatewayListQuery } from 'api/payments/gateways/gateway-page'
import type { GatewayPayment, PaymentGateway } from 'api/payments/gateways/payment-gateway'
import type { GatewayRefund } from 'api/payments/gateways/refund-gateway'
import { statusOf } from 'api/payments/payment-states'
import { findPayment, findPaymentOfGateway, type StoredPayment } from 'api/payments/payments.repository'
import { isRefundRecorded } from 'api/payments/refunds/refunds.repository'
import type { Compared, Difference } from './difference'
import { findOurPayments, findOurRefunds, findRefundOfGateway } from './reconciliation.repository'
import type { ReconciliationDeps } from './reconciliation-deps'

interface Period {
  from: Date
  to: Date
}

/**
 * The gateway's list is read for an hour more at both ends, as a payment is created there a little later and clocks differ.
 * What was created here within the last hour is not missed in it: it may be on its way to the gateway.
 */
const marginMs = 60 * 60_000

/**
 * Compares what the gateway lists between two moments with what is stored here. What the normal path can mend is mended by
 * it. Throws ListNotRead when a list could not be read to its end.
 */
export const compareWithGateway = async (
  deps: ReconciliationDeps,
  gateway: PaymentGateway,
  { from, to }: Period,
): Promise<Compared> => {
  const listed = {
    from: new Date(from.getTime() - marginMs).toISOString(),
    to: new Date(to.getTime() + marginMs).toISOString(),
  }
  const ours = { gateway: gateway.name, from: from.toISOString(), to: sooner(to).toISOString() }
  const payments = await comparePayments(deps, gateway, listed, ours)
  const refunds = await compareRefunds(deps, gateway, listed, ours)
  return {
    payments: payments.count,
    refunds: refunds.count,
    differences: [...payments.differences, ...refunds.differences],
  }
}

const sooner = (moment: Date) => new Date(moment.getTime() - marginMs)

type Listed = Pick<GatewayListQuery, 'from' | 'to'>
type Ours = Parameters<typeof findOurPayments>[1]

const comparePayments = async (
  deps: ReconciliationDeps,
  gateway: PaymentGateway,
  listed: Listed,
  ours: Ours,
) => {
  const differences: Difference[] = []
  const seen = new Set<string>()
  for await (const payment of allPages(gateway.listPayments, listed)) {
    // An item may come again on the next page when new ones push it there.
    if (seen.has(payment.id)) continue
    seen.add(payment.id)
    const difference = await comparePayment(deps, gateway, payment)
    if (difference) differences.push(difference)
  }
  for await (const { paymentId, gatewayPaymentId, state } of findOurPayments(deps.database.db, ours)) {
    if (seen.has(gatewayPaymentId)) continue
    differences.push({
      kind: 'missing_at_gateway',
      gatewayId: gatewayPaymentId,
      paymentId,
      ours: statusOf(state),
      theirs: null,
      isMended: false,
    })
  }
  return { count: seen.size, differences }
}

const compareRefunds = async (
  deps: ReconciliationDeps,
  gateway: PaymentGateway,
  listed: Listed,
  ours: Ours,
) => {
  const differences: Difference[] = []
  const seen = new Set<string>()
  for await (const refund of allPages(gateway.refunds.list, listed)) {
    if (seen.has(refund.id)) continue
    seen.add(refund.id)
    const difference = await compareRefund(deps, gateway, refund)
    if (difference) differences.push(difference)
  }
  for await (const { paymentId, gatewayRefundId, amount } of findOurRefunds(deps.database.db, ours)) {
    if (seen.has(gatewayRefundId)) continue
    differences.push({
      kind: 'refund_missing_at_gateway',
      gatewayId: gatewayRefundId,
      paymentId,
      ours: String(amount),
      theirs: null,
      isMended: false,
    })
  }
  return { count: seen.size, differences }
}

const comparePayment = async (
  { database: { db }, processListed }: ReconciliationDeps,
  { name: gateway }: PaymentGateway,
  theirs: GatewayPayment,
): Promise<Difference | null> => {
  const byNumber = async () => {
    const found = theirs.paymentId === null ? undefined : await findPayment(db, theirs.paymentId)
    return found?.gateway === gateway && found.gatewayPaymentId === null ? found : undefined
  }
  const ours =
    (await findPaymentOfGateway(db, { gateway, gatewayPaymentId: theirs.id })) ?? (await byNumber())
  if (!ours) {
    // Without our number it is a payment of another system of the same shop.
    if (theirs.paymentId === null) return null
    const nothing = { paymentId: null, ours: null, isMended: false }
    return { kind: 'missing_here', gatewayId: theirs.id, theirs: theirs.status, ...nothing }
  }
  const about = { gatewayId: theirs.id, paymentId: ours.id }
  if (ours.amount !== theirs.amount || theirs.currency !== 'RUB') {
    const amounts = { ours: String(ours.amount), theirs: amountOf(theirs) }
    return { kind: 'amount_differs', ...about, ...amounts, isMended: false }
  }
  if (agrees(ours, theirs)) return null
  await processListed(ours.id, theirs.id)
  const now = await findPayment(db, ours.id)
  const states = { ours: statusOf(ours.state), theirs: theirs.status }
  return { kind: 'state_differs', ...about, ...states, isMended: now !== undefined && agrees(now, theirs) }
}

const agrees = ({ state }: StoredPayment, { status }: GatewayPayment) => statusOf(state) === status

const compareRefund = async (
  { database: { db }, checkRefund }: ReconciliationDeps,
  { name: gateway }: PaymentGateway,
  theirs: GatewayRefund,
): Promise<Difference | null> => {
  if (theirs.status !== 'succeeded') return null
  const named = { gateway, gatewayRefundId: theirs.id }
  const ours = await findRefundOfGateway(db, named)
  if (ours) {
    if (ours.amount === theirs.amount && theirs.currency === 'RUB') return null
    const amounts = { ours: String(ours.amount), theirs: amountOf(theirs) }
    return {
      kind: 'refund_amount_differs',
      gatewayId: theirs.id,
      paymentId: ours.paymentId,
      ...amounts,
      isMended: false,
    }
  }
  // A payment that should be here and is not is a difference of the payments.
  const payment = await findPaymentOfGateway(db, { gateway, gatewayPaymentId: theirs.gatewayPaymentId })
  if (!payment) return null
  await checkRefund(named, payment.id)
  return {
    kind: 'refund_missing_here',
    gatewayId: theirs.id,
    paymentId: payment.id,
    ours: null,
    theirs: amountOf(theirs),
    isMended: await isRefundRecorded(db, named),
  }
}

/** Kopecks; of another currency its hundredths and its name. */
const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
  currency === 'RUB' ? String(amount) : `${amount} ${currency}`
