import { randomUUID } from 'node:crypto'
import type { Tables } from 'api/db/tables'
import { countPayment } from 'api/ledger/payment-sums.repository'
import { chargesAnswer, invoiceAnswer } from 'contract/invoices'
import { historyAnswer } from 'contract/payments'
import { problem } from 'contract/problem'
import { addDays } from 'format/dates'
import type { Insertable } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Answer, type Browser, openApiWorld } from '../support/api-world'
import { addInvoice, addToRegister, customerWith } from '../support/billing-register'

const personal = '/api/v1/personal'

describeOnEachDatabase('billing', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  let userId: string
  let browser: Browser
  let stranger: Browser
  beforeEach(async () => {
    await world.empty()
    const { db } = world.database
    account = await addToRegister(db)
    const customer = await customerWith(world, account)
    userId = customer.id
    browser = customer.browser
    stranger = (await customerWith(world, await addToRegister(db))).browser
  })

  const get = (path: string, query: Record<string, string> = {}) =>
    browser.get(`${personal}/${path}/${account}?${new URLSearchParams(query)}`)

  const errorsOf = ({ status, body }: Answer) => {
    expect(status).toBe(422)
    return problem.parse(body).errors
  }

  const lines = [
    { service: 'Отопление', unit: 'Гкал', volume: 1.254, tariff: 294_618, charged: 369_451, total: 369_451 },
    { service: 'Домофон', charged: 6_500, recalculation: -500, benefit: 1_000, total: 5_000 },
  ]
  const invoice = (period: string, more: Parameters<typeof addInvoice>[3] = {}) =>
    addInvoice(world.database.db, account, period, { lines, ...more })

  const payment = async (createdAt: string, more: Partial<Insertable<Tables['payments']>> = {}) => {
    const id = more.id ?? randomUUID()
    const { amount = 100_000, status = 'succeeded' } = more
    await world.database.transaction(async (trx) => {
      await trx
        .insertInto('payments')
        .values({ account, source: 'guest', created_at: createdAt, ...more, id, amount, status })
        .execute()
      await countPayment(trx, { account, amount, status, createdAt }, 'Europe/Moscow')
    })
    return id
  }

  it.each([
    ['POST', 'invoice', '{}'],
    ['GET', 'history', undefined],
    ['GET', 'charges', undefined],
  ])('%s %s is only for customers with the account on their list', async (method, path, body) => {
    await invoice('2026-02')
    await payment('2026-02-20T10:00:00.000Z')
    const init = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
    const ask = (of: Browser, number: string) => of.send(method, `${personal}/${path}/${number}`, init)
    const foreign = await ask(stranger, account)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe((await ask(stranger, '4010000000')).text)
    expect((await ask(world.browser(), account)).status).toBe(401)
    expect((await ask(browser, account)).status).toBe(200)
  })

  describe('an invoice', () => {
    const read = async (body: object = {}) => {
      const { status, body: answer } = await browser.post(`${personal}/invoice/${account}`, body)
      expect(status).toBe(200)
      return invoiceAnswer.parse(answer)
    }
    const newest = async () => {
      const { data } = await read()
      if (!data) throw new Error('No invoice')
      return data
    }

    it('is null, without periods, for an account without invoices', async () => {
      expect(await read()).toEqual({ data: null, periods: [] })
    })

    it('is the newest one unless another period is named', async () => {
      for (const period of ['2025-12', '2026-02', '2026-01']) await invoice(period)
      const periods = ['2026-02', '2026-01', '2025-12']
      expect(await read()).toMatchObject({ data: { period: '2026-02' }, periods })
      expect(await read({ period: '2025-12' })).toMatchObject({ data: { period: '2025-12' }, periods })
      expect(await read({ period: '2025-11' })).toEqual({ data: null, periods })
    })

    it('has all data of the bill, with the payer masked', async () => {
      await invoice('2026-02', { opening_balance: 25_000, penalty: 158, paid: 30_000 })
      expect(await newest()).toEqual({
        id: expect.any(String),
        account,
        period: '2026-02',
        issuedAt: '2026-02-27',
        dueAt: '2026-03-15',
        status: 'partial',
        address: 'г. Тихобережск, ул. Зелёная, д. 14, кв. 31',
        payer: 'К…в\u00a0И.\u00a0А.',
        area: 54.3,
        residents: 2,
        openingBalance: 25_000,
        lines,
        penalty: 158,
        paid: 30_000,
        total: 25_000 + 374_451 + 158 - 30_000,
        payee: {
          name: 'ООО «УК „Тихий берег“»',
          inn: '5099001232',
          kpp: '509901001',
          bankName: 'АО «Тихобережный банк», г. Тихобережск',
          bic: '044599871',
          correspondentAccount: '30101810800000000871',
          settlementAccount: '40702810220000001234',
        },
      })
    })

    it("is overdue from the midnight of the company's time zone after the day it was due", async () => {
      const midnight = '2026-03-02T21:00:00.000Z'
      await invoice('2026-02', { due_at: '2026-03-02' })
      world.pass(new Date(midnight).getTime() - world.now().getTime() - 1)
      expect((await newest()).status).toBe('unpaid')
      world.pass(1)
      expect((await newest()).status).toBe('overdue')
    })

    it.each(['2026-13', '2026-1', 'октябрь', '', '2026-10-01'])('rejects the period «%s»', async (period) => {
      const answer = await browser.post(`${personal}/invoice/${account}`, { period })
      expect(errorsOf(answer)).toEqual({ period: [expect.stringContaining('2026-10')] })
    })
  })

  describe('the history', () => {
    const list = async (query: Record<string, string> = {}) => {
      const { status, body } = await get('history', query)
      expect(status).toBe(200)
      return historyAnswer.parse(body)
    }
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

    it('is empty for an account without payments', async () => {
      expect(await list()).toEqual({
        data: [],
        meta: { nextCursor: null, count: 0, totalAmount: 0, paidCount: 0, paidAmount: 0 },
      })
    })

    it('shows payments of all payers, newest first, and receipts only to the payer', async () => {
      const receipt = { receipt_url: 'https://receipts.example/1', receipt_status: 'done' } as const
      const guests = await payment('2026-02-20T10:00:00.000Z', { ...receipt, amount: 7_001 })
      const own = await payment('2026-02-21T10:00:00.000Z', {
        ...receipt,
        user_id: userId,
        source: 'personal',
        paid_at: '2026-02-21T10:00:30.000Z',
        method_kind: 'card',
        method_title: 'Мир •• 2987',
      })
      const refused = await payment('2026-02-22T10:00:00.000Z', {
        status: 'canceled',
        decline_reason: 'insufficient_funds',
        user_id: userId,
        source: 'autopayment',
      })
      const { data, meta } = await list()
      expect(data).toMatchObject([
        { id: refused, status: 'canceled', cancelReason: 'insufficient_funds', method: null },
        {
          id: own,
          status: 'succeeded',
          paidAt: '2026-02-21T10:00:30.000Z',
          method: { kind: 'card', title: 'Мир •• 2987' },
          receiptUrl: 'https://receipts.example/1',
          receiptStatus: 'done',
        },
        { id: guests, account, amount: 7_001, source: 'guest', receiptUrl: null, receiptStatus: 'done' },
      ])
      expect(meta).toMatchObject({ count: 3, totalAmount: 207_001 })
    })

    it('marks the reader’s own payments', async () => {
      const neighbour = await customerWith(world, account)
      await payment('2026-02-20T10:00:00.000Z', { user_id: userId, source: 'personal' })
      await payment('2026-02-21T10:00:00.000Z', { user_id: neighbour.id, source: 'personal' })
      await payment('2026-02-22T10:00:00.000Z')
      const { data } = await list()
      expect(data.map((one) => one.own)).toEqual([false, false, true])
    })

    it("takes a day from its midnight to the next in the company's time zone, sums included", async () => {
      const before = await payment('2026-02-19T20:59:59.999Z', { amount: 1 })
      const first = await payment('2026-02-19T21:00:00.000Z', { amount: 10 })
      const last = await payment('2026-02-20T20:59:59.999Z', { amount: 100 })
      const after = await payment('2026-02-20T21:00:00.000Z', { amount: 1_000 })
      const day = await list({ from: '2026-02-20', to: '2026-02-20' })
      expect(idsOf(day)).toEqual([last, first])
      expect(day.meta).toMatchObject({ count: 2, totalAmount: 110 })
      const since = await list({ from: '2026-02-20', to: '' })
      expect(idsOf(since)).toEqual([after, last, first])
      expect(since.meta).toMatchObject({ count: 3, totalAmount: 1_110 })
      const until = await list({ from: '', to: '2026-02-20' })
      expect(idsOf(until)).toEqual([last, first, before])
      expect(until.meta).toMatchObject({ count: 3, totalAmount: 111 })
    })

    it('filters by status together with days', async () => {
      const statuses = ['pending', 'succeeded', 'canceled'] as const
      for (const [day, amount] of [['2026-02-01', 1] as const, ['2026-02-02', 10] as const])
        for (const status of statuses) await payment(`${day}T12:00:00.000Z`, { status, amount })
      for (const status of statuses) {
        const { data, meta } = await list({ status, from: '2026-02-02' })
        expect(data).toMatchObject([{ status, amount: 10 }])
        const paid = status === 'succeeded'
        expect(meta).toMatchObject({
          count: 1,
          totalAmount: 10,
          paidCount: paid ? 1 : 0,
          paidAmount: paid ? 10 : 0,
        })
        expect((await list({ status })).meta).toMatchObject({
          count: 2,
          totalAmount: 11,
          paidAmount: paid ? 11 : 0,
        })
      }
    })

    it('counts what was paid apart, less refunds, for the days of the filter', async () => {
      const days = ['2026-02-01', '2026-02-02', '2026-02-03'] as const
      for (const day of days) {
        await payment(`${day}T12:00:00.000Z`, { amount: 1_000, refunded: 100 })
        await payment(`${day}T13:00:00.000Z`, { amount: 5_000, status: 'canceled' })
        await payment(`${day}T14:00:00.000Z`, { amount: 7_000, status: 'pending' })
      }
      expect((await list()).meta).toMatchObject({
        count: 9,
        totalAmount: 39_000,
        paidCount: 3,
        paidAmount: 2_700,
      })
      expect((await list({ from: '2026-02-02' })).meta).toMatchObject({ paidCount: 2, paidAmount: 1_800 })
      expect((await list({ to: '2026-02-01' })).meta).toMatchObject({ paidCount: 1, paidAmount: 900 })
      expect((await list({ status: 'canceled' })).meta).toMatchObject({
        count: 3,
        paidCount: 0,
        paidAmount: 0,
      })
    })

    it('pages through every payment once, also with equal times and with payments added meanwhile', async () => {
      const at = (index: number) => `2026-02-10T10:00:0${Math.floor(index / 3)}.000Z`
      const ids: string[] = []
      for (let index = 0; index < 10; index++) ids.push(await payment(at(index)))
      const seen: string[] = []
      let cursor = ''
      for (let pages = 1; ; pages++) {
        const { data, meta } = await list({ limit: '4', cursor })
        seen.push(...data.map(({ id }) => id))
        expect(meta.count).toBe(9 + pages)
        if (meta.nextCursor === null) break
        cursor = meta.nextCursor
        await payment('2026-02-11T10:00:00.000Z')
      }
      expect(seen).toHaveLength(10)
      expect(new Set(seen)).toEqual(new Set(ids))
    })

    it('keeps to the filter from page to page', async () => {
      for (let day = '2026-02-01'; day < '2026-02-15'; day = addDays(day, 1)) {
        await payment(`${day}T12:00:00.000Z`, { status: day < '2026-02-08' ? 'succeeded' : 'canceled' })
      }
      const filter = { status: 'succeeded', from: '2026-02-03', to: '2026-02-20', limit: '3' }
      const first = await list(filter)
      const second = await list({ ...filter, cursor: first.meta.nextCursor ?? '' })
      expect([...first.data, ...second.data].map(({ createdAt }) => createdAt.slice(8, 10))).toEqual([
        '07',
        '06',
        '05',
        '04',
        '03',
      ])
      expect(second.meta).toEqual({
        nextCursor: null,
        count: 5,
        totalAmount: 500_000,
        paidCount: 5,
        paidAmount: 500_000,
      })
    })

    it('gives 20 payments unless asked for 1 to 100', async () => {
      for (let second = 10; second < 32; second++) await payment(`2026-02-10T10:00:${second}.000Z`)
      expect((await list()).data).toHaveLength(20)
      expect((await list({ limit: '1' })).data).toHaveLength(1)
      expect((await list({ limit: '100' })).data).toHaveLength(22)
    })

    it.each([
      ['from', '2026-02-30'],
      ['from', '0001-01-01'],
      ['from', 'bad'],
      ['to', '20.02.2026'],
      ['to', '9999-12-31'],
      ['status', 'paid'],
      ['limit', '0'],
      ['limit', '101'],
      ['limit', '1e1'],
      ['limit', '-1'],
      ['cursor', 'next'],
      ['cursor', Buffer.from('["2026-02-20T10:00:00.000Z"]').toString('base64url')],
      ['cursor', Buffer.from('["2026-02-20T10:00:00.000Z","\\u0000"]').toString('base64url')],
      ['cursor', Buffer.from('["yesterday","x"]').toString('base64url')],
      ['cursor', Buffer.from('null').toString('base64url')],
    ])('rejects %s = %s at its field', async (field, value) => {
      expect(errorsOf(await get('history', { [field]: value }))).toEqual({ [field]: [expect.any(String)] })
    })

    it('rejects an end before the beginning, at the end’s field', async () => {
      const answer = await get('history', { from: '2026-02-02', to: '2026-02-01' })
      expect(errorsOf(answer)).toEqual({ to: [expect.any(String)] })
    })
  })

  describe('charges by month', () => {
    const byMonth = async (query: Record<string, string> = {}) => {
      const { status, body } = await get('charges', query)
      expect(status).toBe(200)
      return chargesAnswer.parse(body).data
    }

    it('are none for an account without bills', async () => {
      expect(await byMonth()).toEqual([])
    })

    it('compare each bill, penalty included, with the payments until the next one', async () => {
      await invoice('2025-12', { issued_at: '2026-01-01', charged: 100, opening_balance: 7 })
      await invoice('2026-01', { issued_at: '2026-02-01', charged: 200, penalty: 3 })
      await invoice('2026-02', { issued_at: '2026-03-01', charged: 300 })
      await payment('2025-12-31T20:59:00.000Z', { amount: 1 })
      await payment('2025-12-31T21:00:00.000Z', { amount: 10 })
      await payment('2026-01-20T12:00:00.000Z', { amount: 20 })
      await payment('2026-01-20T12:00:00.000Z', { amount: 5, status: 'canceled' })
      await payment('2026-01-21T12:00:00.000Z', { amount: 640, refunded: 320 })
      // On the day of the next bill.
      await payment('2026-02-01T12:00:00.000Z', { amount: 160 })
      await payment('2026-02-10T12:00:00.000Z', { amount: 40 })
      await payment('2026-03-02T12:00:00.000Z', { amount: 80 })
      await payment('2026-03-02T12:00:00.000Z', { amount: 9, status: 'pending' })
      const newest = { period: '2026-02', charged: 300, paid: 80 }
      const middle = { period: '2026-01', charged: 203, paid: 200 }
      expect(await byMonth()).toEqual([{ period: '2025-12', charged: 100, paid: 350 }, middle, newest])
      expect(await byMonth({ months: '2' })).toEqual([middle, newest])
      expect(await byMonth({ months: '1' })).toEqual([newest])
    })

    it('include months without bills, and go back only as far as requested', async () => {
      for (const period of ['2025-10', '2025-11', '2026-02']) await invoice(period, { charged: 100 })
      const nothing = { charged: 0, paid: 0 }
      expect(await byMonth({ months: '4' })).toEqual([
        { period: '2025-11', charged: 100, paid: 0 },
        { period: '2025-12', ...nothing },
        { period: '2026-01', ...nothing },
        { period: '2026-02', charged: 100, paid: 0 },
      ])
    })

    it.each(['0', '61', 'two', '1.5'])('reject %s months', async (months) => {
      expect(errorsOf(await get('charges', { months }))).toEqual({ months: [expect.any(String)] })
    })
  })
})
