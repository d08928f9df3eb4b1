import { expect, test } from 'vitest'
import { baseData, dachaAccount, homeAccount } from '../support/default-answers'
import type { FakeUpstream } from '../support/fake-upstream'
import '../support/matchers'
import type { TestPortal } from '../support/portal'
import { withBaseData } from '../support/with-base-data'

const atBank = 'https://yoomoney.ru/checkout?orderId=7'
const payment = {
  id: 'payment-7',
  account: homeAccount.account,
  amount: homeAccount.balance,
  status: 'pending',
  createdAt: '2026-10-05T09:12:44Z',
  source: 'personal',
  confirmationUrl: atBank,
}
const underWay = {
  data: [payment],
  meta: { nextCursor: null, count: 1, totalAmount: payment.amount },
}
const confirmRequired = {
  status: 422,
  body: { message: 'Подтвердите платёж.', code: 'confirm_required' },
}

/** A portal over an API with the feature `confirmation`. */
const overApiThatAsks = (check: (portal: TestPortal, upstream: FakeUpstream) => Promise<void>) =>
  withBaseData({ ...baseData, features: [...baseData.features, 'confirmation'] }, check)

test('a second press of the same form asks nothing, though this portal did not see the first', () =>
  overApiThatAsks(async (portal, upstream) => {
    const visitor = await portal.customer()
    const page = await visitor.get('/personal/pay')
    // Another replica handled the first press; its payment is in the list.
    upstream.on('history', { body: underWay })
    upstream.on('personalPayment', { status: 201, body: { data: payment } })
    expect(await visitor.press(page, 'Оплатить')).toHaveRedirect(atBank, 303)
    const [call] = upstream.named('personalPayment')
    expect(call?.headers).toMatchObject({
      'idempotency-key': page.field('idempotencyKey').value,
      'x-seen-balance': String(homeAccount.balance),
    })
    expect(call?.headers).not.toHaveProperty('x-pay-anew')
  }))

test('another payment of the same debt is asked about in the words of the portal, and goes when confirmed', () =>
  overApiThatAsks(async (portal, upstream) => {
    const visitor = await portal.customer()
    const page = await visitor.get('/personal/pay')
    upstream.on('history', { body: underWay })
    upstream.on('personalPayment', confirmRequired)
    const question = await visitor.press(page, 'Оплатить')
    expect(question.status).toBe(400)
    expect(question.errorSummary[0]).toContain('Вы уже платите 2 450,50 ₽')

    upstream.on('personalPayment', { status: 201, body: { data: { ...payment, id: 'payment-8' } } })
    expect(await visitor.press(question, 'Заплатить заново')).toHaveRedirect(atBank, 303)
    const [refused, confirmed] = upstream.named('personalPayment')
    expect(confirmed?.headers).toMatchObject({
      'x-pay-anew': 'true',
      'idempotency-key': refused?.headers['idempotency-key'],
    })
  }))

test('of several accounts the API learns what the page said of each, in the order of the parts', () =>
  overApiThatAsks(async (portal, upstream) => {
    const flat = { ...dachaAccount, account: '1000200032', balance: 186_170 }
    const parts = [flat, homeAccount].map(({ account, balance }) => ({ account, amount: balance }))
    const basket = { id: 'basket-7', amount: 431_220, status: 'pending', confirmationUrl: atBank }
    upstream.on('accounts', { body: { data: [homeAccount, flat] } })
    upstream.on('basketPreview', { body: { data: { amount: basket.amount, parts } } })
    upstream.on('beginBasket', {
      status: 201,
      body: { data: { ...basket, parts: parts.map((part) => ({ ...part, payment: part.account })) } },
    })
    const visitor = await portal.customer()
    const page = await visitor.get(
      `/personal/pay-several?account=${flat.account}&account=${homeAccount.account}`,
    )
    expect(await visitor.press(page, 'Оплатить')).toHaveRedirect(atBank, 303)
    const [call] = upstream.named('beginBasket')
    expect(call?.body).toMatchObject({ parts })
    expect(call?.headers['x-seen-balance']).toBe('186170,245050')
    expect(upstream.named('history')).toEqual([])

    upstream.on('accounts', { body: { data: [{ ...homeAccount, balance: 0 }, flat] } })
    upstream.on('beginBasket', confirmRequired)
    const question = await visitor.press(page, 'Оплатить')
    await visitor.press(question, 'Оплатить')
    await visitor.press(question, 'Всё равно заплатить 4 312,20 ₽')
    const balances = upstream.named('beginBasket').map(({ headers }) => headers['x-seen-balance'])
    expect(balances).toEqual([...Array(3).fill('186170,245050'), '186170,0'])
  }))
