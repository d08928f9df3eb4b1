import { toKopecks } from 'contract/money'
import type { Payment } from 'contract/payments'
import { DAY } from 'format/durations'
import { expect, test } from 'vitest'
import type { GatewayListQuery, GatewayPage, GatewayPayment } from '../gateways/payment-gateway'
import { findInList } from './look-up-lost'

const lost = {
  id: 'p1',
  account: '1000000007',
  source: 'personal' as Payment['source'],
  gatewayPaymentId: null,
  request: { amount: toKopecks(45_050) },
  createdAt: '2026-03-15T09:00:00.000Z',
  firstSentAt: null,
}
const there: GatewayPayment = {
  id: 'g1',
  status: 'succeeded',
  amount: toKopecks(45_050),
  currency: 'RUB',
  paymentId: 'p1',
  account: '1000000007',
  isForSeveral: false,
  createdAt: null,
  confirmationUrl: null,
  paidAt: null,
  method: null,
  saved: null,
  declineReason: null,
  gatewayCode: null,
  receipt: null,
}
const other = { ...there, id: 'g2', paymentId: 'p2' }

/** A list of that many pages with the payment on the last one; `leadsTo`: where the last one leads. */
const gatewayWith = (pages: number, leadsTo: string | null = null) => ({
  remembersKeysMs: DAY,
  async listPayments({ cursor }: GatewayListQuery): Promise<GatewayPage<GatewayPayment>> {
    const page = Number(cursor ?? 1)
    const isLast = page === pages
    return { kind: 'page', items: [isLast ? there : other], next: isLast ? leadsTo : String(page + 1) }
  },
})
const now = new Date('2026-03-15T10:00:00.000Z')

test('a lost payment is found on the last page of the busiest day', async () =>
  expect(await findInList(gatewayWith(1_000), lost, now)).toEqual({ kind: 'found', payment: there }))

test('nothing is concluded from a list that leads in a circle', async () =>
  expect(await findInList(gatewayWith(20, '10'), lost, now)).toMatchObject({ kind: 'unknown' }))
