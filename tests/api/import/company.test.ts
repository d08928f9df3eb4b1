import { seedDemo } from 'api/demo/seed-demo'
import { payCheckAnswer } from 'contract/payments'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, signedIn } from '../support/api-world'
import { importDay, openImportWorld, viewOf } from '../support/import-world'
import { atBank, bankPageOf, payAsCustomer, paymentOf } from '../support/payments-world'

const flat = '200100017'
const neighbour = '200100018'
const storeroom = '200100401'

describeOnEachDatabase('a company whose tables were imported', (kind) => {
  const world = openForTests(() => openImportWorld(kind))
  let browser: Browser

  beforeAll(async () => {
    for (const name of ['accounts', 'balances', 'payments', 'invoices', 'charges'] as const)
      expect(await world.example(name, '--apply', '--as', 'Ирина')).toMatch(/\nЗаписано$/)
    browser = await signedIn(world, 'maria@mail.example')
    for (const [account, code] of [
      [flat, '48271935'],
      [storeroom, '5571 0286'],
    ] as const)
      expect((await viewOf(browser).add(account, code)).status).toBe(201)
  })

  it('has customers who add accounts by the code on the bill, and by no other', async () => {
    expect((await viewOf(browser).add(neighbour, '48271935')).status).toBe(422)
    expect(await viewOf(browser).accounts()).toEqual([
      expect.objectContaining({
        account: flat,
        title: 'Квартира',
        address: 'г. Липовск, ул. Садовая, д. 3, кв. 17',
        payer: 'О…а\u00a0М.\u00a0П.',
        balance: 196_780,
        lastInvoice: { period: '2026-09', total: 196_780, dueAt: '2026-10-15' },
      }),
      expect.objectContaining({ account: storeroom, title: 'Кладовая', balance: 13_020 }),
    ])
  })

  it('has its invoices as they were billed', async () => {
    const { data, periods } = await viewOf(browser).invoice(flat)
    expect(periods).toEqual(['2026-09'])
    expect(data).toMatchObject({
      period: '2026-09',
      issuedAt: '2026-10-01',
      dueAt: '2026-10-15',
      status: 'unpaid',
      openingBalance: 0,
      penalty: 315,
      paid: 0,
      total: 196_780,
      area: 54.3,
      residents: 2,
      payee: {
        name: 'ТСЖ «Липовая аллея»',
        inn: '5099006417',
        bic: '044599871',
        correspondentAccount: '30101810800000000871',
        settlementAccount: '40703810320000005317',
      },
    })
    expect(data?.lines).toEqual([
      {
        service: 'Содержание жилья',
        unit: 'м²',
        volume: 54.3,
        tariff: 3210,
        charged: 174_303,
        total: 174_303,
      },
      {
        service: 'Холодная вода',
        unit: 'м³',
        volume: 6,
        tariff: 4527,
        charged: 27_162,
        recalculation: -5000,
        total: 22_162,
      },
    ])
  })

  it('makes invoices of charges alone, beginning with what the ledger says', async () => {
    const { data } = await viewOf(browser).invoice(storeroom)
    expect(data).toMatchObject({ openingBalance: 0, penalty: 0, total: 13_020, dueAt: '2026-10-15' })
  })

  it('shows payments that were made elsewhere, as nobody’s in particular', async () => {
    const { data, meta } = await viewOf(browser).history(flat)
    expect(meta).toMatchObject({ count: 1, totalAmount: 125_040 })
    expect(data).toEqual([
      expect.objectContaining({
        account: flat,
        amount: 125_040,
        status: 'succeeded',
        createdAt: '2026-09-12T09:00:00.000Z',
        source: 'guest',
        method: { kind: 'other', title: 'Касса' },
        own: false,
      }),
    ])
  })

  it('counts a payment after the invoice as paid for it', async () => {
    const other = await signedIn(world, 'andrey@mail.example')
    expect((await viewOf(other).add(neighbour, '90364418')).status).toBe(201)
    const { data } = await viewOf(other).invoice(neighbour)
    expect(data).toMatchObject({ openingBalance: -30_000, paid: 50_000, total: -614, status: 'paid' })
  })

  it('is paid: the debt and the invoice follow', async () => {
    const checked = await world.browser().post('/api/v1/pay/check/', { account: flat })
    expect(payCheckAnswer.parse(checked.body).data).toMatchObject({ account: flat, balance: 196_780 })

    const payment = paymentOf(await payAsCustomer(browser, flat, { amount: 196_780 }))
    await atBank(world.api).pay(bankPageOf(payment))
    world.pass(3000)
    await browser.get(`/api/v1/personal/pay/${payment.id}`)
    const { data } = await viewOf(browser).invoice(flat)
    expect(data).toMatchObject({ paid: 196_780, total: 0, status: 'paid' })
    expect((await viewOf(browser).history(flat)).meta).toMatchObject({ count: 2, totalAmount: 321_820 })
  })

  it('changes nothing when the same files are imported again', async () => {
    const before = await world.rows()
    for (const name of ['accounts', 'balances', 'payments', 'invoices', 'charges'] as const)
      expect(await world.example(name, '--apply')).toMatch(/новых 0, изменённых 0, прежних [1-9]/)
    expect(await world.rows()).toEqual(before)
  })

  it('has a log of who wrote what', async () => {
    const log = await world.operatorLog()
    expect(log).toHaveLength(10)
    expect(log.find(({ counts }) => counts.includes('"added":3'))).toMatchObject({
      at: importDay.toISOString(),
      operator: 'Ирина',
      action: expect.stringMatching(/^import (accounts|balances)$/),
      file_name: expect.stringMatching(/^(accounts|balances)[.]csv$/),
      file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      counts: JSON.stringify({ lines: 3, added: 3, changed: 0, same: 0, included: 0 }),
    })
  })
})

describeOnEachDatabase('the examples over the demo data', (kind) => {
  it('are checked and imported as they are', async () => {
    const world = await openImportWorld(kind)
    const { database, config } = world
    await seedDemo(database, { now: world.now(), timeZone: config.timeZone })
    for (const name of ['accounts', 'meters', 'balances', 'payments', 'invoices', 'charges'] as const) {
      const before = await world.rows()
      expect(await world.example(name), name).toMatch(/\nЭто проверка, ничего не записано/)
      expect(await world.rows(), name).toEqual(before)
      expect(await world.example(name, '--apply'), name).toMatch(
        /: новых [1-9]\d*, изменённых 0, прежних 0.*\nЗаписано$/,
      )
    }
    await world.close()
  })
})

describe('the examples', () => {
  it('do not depend on their order beyond what the messages say', async () => {
    const world = await openImportWorld('sqlite')
    await expect(world.example('balances')).rejects.toThrow(/Строка 2, .*: лицевого счёта 200100017 нет/)
    await world.example('accounts', '--apply')
    await world.example('balances', '--apply')
    await expect(world.example('invoices')).rejects.toThrow(
      /Строка 2, столбец «Долг на начало»: по кабинету на начало 1\s250,40\s₽: сначала загрузите/,
    )
    await world.close()
  })
})
