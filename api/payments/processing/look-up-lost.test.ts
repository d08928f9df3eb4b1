import { toKopecks } from 'contract/money'
import type { Payment } from 'contract/payments'
import { DAY } from 'format/durations'
import { expect, test, vi } from 'vitest'
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
const listOf = (...items: GatewayPayment[]) => ({
  remembersKeysMs: DAY,
  listPayments: async (): Promise<GatewayPage<GatewayPayment>> => ({ kind: 'page', items, next: null }),
})
const now = new Date('2026-03-15T10:00:00.000Z')

test('a lost payment is found on the last page of the busiest day', async () =>
  expect(await findInList(gatewayWith(1_000), lost, now)).toEqual({ kind: 'found', payment: there }))

test('nothing is concluded from a list that leads in a circle', async () =>
  expect(await findInList(gatewayWith(20, '10'), lost, now)).toMatchObject({ kind: 'unknown' }))

const unpaid: GatewayPayment = { ...there, id: 'g3', status: 'pending' }
const ofAnotherSum = { ...there, id: 'g4', amount: toKopecks(45_051) }

test.each<[string, GatewayPayment[], object]>([
  ['the payment, not paid yet', [other, unpaid], { kind: 'found', payment: unpaid }],
  ['an unpaid and a paid one under our number', [unpaid, there], { kind: 'found', payment: there }],
  ['another sum before ours under our number', [ofAnotherSum, unpaid], { kind: 'found', payment: unpaid }],
  ['other numbers only', [other], { kind: 'none' }],
  [
    'another sum only under our number',
    [ofAnotherSum],
    { kind: 'unknown', reason: 'another payment under our number' },
  ],
])('a lost payment is looked for in a list with %s', async (_, items, result) =>
  expect(await findInList(listOf(...items), lost, now)).toEqual(result),
)

test.each([
  ['now', now, '2026-03-15T10:10:00.000Z'],
  ['the gateway forgets the key', new Date('2026-03-18T10:00:00.000Z'), '2026-03-16T09:15:00.000Z'],
])(
  'the list is read from ten minutes before the first sending until ten minutes after %s',
  async (_, at, to) => {
    const listPayments = vi.fn(listOf().listPayments)
    await findInList(
      { remembersKeysMs: DAY, listPayments },
      { ...lost, firstSentAt: '2026-03-15T09:05:00.000Z' },
      at,
    )
    expect(listPayments).toHaveBeenCalledWith({ from: '2026-03-15T08:55:00.000Z', to, cursor: null })
  },
)

test('an error of our own is thrown, not taken for an unreadable list', async () => {
  const listPayments = () => Promise.reject(new TypeError('a fault'))
  await expect(findInList({ remembersKeysMs: DAY, listPayments }, lost, now)).rejects.toThrow('a fault')
})
