import type { Database } from 'api/db/database'
import { allPages } from 'api/payments/gateways/all-pages'
import type { GatewayRegistry } from 'api/payments/gateways/gateway-registry'
import type { GatewayPayment, GatewayRefund, PaymentGateway } from 'api/payments/gateways/payment-gateway'
import { isRefundRecorded, type RefundOfGateway } from 'api/payments/refunds/refunds.repository'
import { HOUR } from 'format/durations'
import type { Log } from 'monitoring/log'
import { statusOf } from '../store/payment-states'
import { findPayment, findPaymentOfGateway, type StoredPayment } from '../store/payments.repository'
import {
  type ComparisonResult,
  type Difference,
  findOurPayments,
  findOurRefunds,
  findRefundOfGateway,
} from './reconciliation.repository'

export interface ReconciliationDeps {
  database: Database
  gateways: GatewayRegistry
  /** The normal processing, which mends a difference. */
  processListed(id: string, gatewayPaymentId: string): Promise<void>
  checkRefund(refund: RefundOfGateway, paymentId: string): Promise<void>
  log: Log
  clock: () => Date
}

interface Period {
  from: Date
  to: Date
}

/**
 * The gateway's list is read with an hour more at both ends, as payments are created there later and clocks differ. Payments
 * of the last hour here are not compared: they may still be on their way.
 */
const marginMs = HOUR

/**
 * Compares the gateway's lists between two moments with the database, and mends what normal processing can mend. Calls
 * `onRead` for each item of the gateway. Throws ListNotRead if a list could not be read to its end.
 */
export const compareWithGateway = async (
  deps: ReconciliationDeps,
  gateway: PaymentGateway,
  { from, to }: Period,
  onRead: () => Promise<void>,
): Promise<ComparisonResult> => {
  const listPeriod = {
    from: new Date(from.getTime() - marginMs).toISOString(),
    to: new Date(to.getTime() + marginMs).toISOString(),
  }
  const ours = {
    gateway: gateway.name,
    shop: gateway.shop,
    from: from.toISOString(),
    to: minusMargin(to).toISOString(),
  }
  const payments = await compareList({
    theirs: allPages(gateway.listPayments, listPeriod),
    onRead,
    compare: (payment) => comparePayment(deps, gateway, payment),
    ours: findOurPayments(deps.database.db, ours),
    missing: ({ paymentId, gatewayPaymentId, state }) => ({
      kind: 'missing_at_gateway',
      gatewayId: gatewayPaymentId,
      paymentId,
      ours: statusOf(state),
    }),
  })
  const refunds = await compareList({
    theirs: allPages(gateway.refunds.list, listPeriod),
    onRead,
    compare: (refund) => compareRefund(deps, gateway, refund),
    ours: findOurRefunds(deps.database.db, ours),
    missing: ({ paymentId, gatewayRefundId, amount }) => ({
      kind: 'refund_missing_at_gateway',
      gatewayId: gatewayRefundId,
      paymentId,
      ours: String(amount),
    }),
  })
  return {
    payments: payments.count,
    refunds: refunds.count,
    differences: [...payments.differences, ...refunds.differences],
  }
}

const minusMargin = (moment: Date) => new Date(moment.getTime() - marginMs)

interface Lists<Theirs extends { id: string }, Ours> {
  theirs: AsyncIterable<Theirs>
  onRead(): Promise<void>
  compare(theirs: Theirs): Promise<Difference | null>
  ours: AsyncIterable<Ours>
  /** The difference if the gateway does not list this item. */
  missing(ours: Ours): Pick<Difference, 'kind' | 'gatewayId' | 'paymentId' | 'ours'>
}

const compareList = async <Theirs extends { id: string }, Ours>({
  theirs,
  onRead,
  compare,
  ours,
  missing,
}: Lists<Theirs, Ours>) => {
  const differences: Difference[] = []
  const theirIds = new Set<string>()
  for await (const item of theirs) {
    await onRead()
    // An item may come again on the next page when new ones push it there.
    if (theirIds.has(item.id)) continue
    theirIds.add(item.id)
    const difference = await compare(item)
    if (difference) differences.push(difference)
  }
  for await (const item of ours) {
    const difference = missing(item)
    if (!theirIds.has(difference.gatewayId))
      differences.push({ ...difference, theirs: null, isMended: false })
  }
  return { count: theirIds.size, differences }
}

const comparePayment = async (
  { database: { db }, processListed }: ReconciliationDeps,
  { name: gateway }: PaymentGateway,
  theirs: GatewayPayment,
): Promise<Difference | null> => {
  const byNumber = async () => {
    const payment = theirs.paymentId === null ? undefined : await findPayment(db, theirs.paymentId)
    return payment?.gateway === gateway && payment.gatewayPaymentId === null ? payment : undefined
  }
  const ours =
    (await findPaymentOfGateway(db, { gateway, gatewayPaymentId: theirs.id })) ?? (await byNumber())
  if (!ours) {
    // Without our number it is a payment of another system of the same shop; a canceled one has moved no money.
    if (theirs.paymentId === null || theirs.status === 'canceled') return null
    const nothing = { paymentId: null, ours: null, isMended: false }
    return { kind: 'missing_here', gatewayId: theirs.id, theirs: theirs.status, ...nothing }
  }
  const about = { gatewayId: theirs.id, paymentId: ours.id }
  if (ours.request.amount !== theirs.amount || theirs.currency !== 'RUB') {
    const amounts = { ours: String(ours.request.amount), theirs: amountOf(theirs) }
    return { kind: 'amount_differs', ...about, ...amounts, isMended: false }
  }
  if (isSameStatus(ours, theirs)) return null
  await processListed(ours.id, theirs.id)
  const now = await findPayment(db, ours.id)
  const states = { ours: statusOf(ours.state), theirs: theirs.status }
  return {
    kind: 'state_differs',
    ...about,
    ...states,
    isMended: now !== undefined && isSameStatus(now, theirs),
  }
}

const isSameStatus = ({ state }: StoredPayment, { status }: GatewayPayment) => statusOf(state) === status

const compareRefund = async (
  { database: { db }, checkRefund }: ReconciliationDeps,
  { name: gateway }: PaymentGateway,
  theirs: GatewayRefund,
): Promise<Difference | null> => {
  if (theirs.status !== 'succeeded') return null
  const refundRef = { gateway, gatewayRefundId: theirs.id }
  const ours = await findRefundOfGateway(db, refundRef)
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
  await checkRefund(refundRef, payment.id)
  return {
    kind: 'refund_missing_here',
    gatewayId: theirs.id,
    paymentId: payment.id,
    ours: null,
    theirs: amountOf(theirs),
    isMended: await isRefundRecorded(db, refundRef),
  }
}

/** Kopecks; of another currency its hundredths and its name. */
const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
  currency === 'RUB' ? String(amount) : `${amount} ${currency}`
