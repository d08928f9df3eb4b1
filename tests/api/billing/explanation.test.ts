import { issueInvoices } from 'api/billing/issue-invoices'
import { explanationAnswer } from 'contract/explanation'
import { invoiceAnswer } from 'contract/invoices'
import { problem } from 'contract/problem'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { addInvoice, addToRegister, customerWith } from '../support/billing-register'

const personal = '/api/v1/personal'

const water = {
  service: 'Холодная вода',
  unit: 'м³',
  volume: 10,
  tariff: 4320,
  charged: 43_200,
  total: 43_200,
}
const heating = {
  service: 'Отопление',
  unit: 'Гкал',
  volume: 0.586,
  tariff: 294_618,
  charged: 172_646,
  total: 172_646,
}

describeOnEachDatabase('the explanation of an invoice', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  let browser: Browser
  beforeEach(async () => {
    await world.empty()
    const { db } = world.database
    account = await addToRegister(db)
    browser = (await customerWith(world, account)).browser
  })

  const invoice = (period: string, lines: { total: number }[], more: object = {}) =>
    addInvoice(world.database.db, account, period, { lines, ...more })

  const ask = (query: Record<string, string>) =>
    browser.get(`${personal}/invoice-explanation/${account}?${new URLSearchParams(query)}`)

  const explained = async (query: Record<string, string>) => {
    const { status, body } = await ask(query)
    expect(status).toBe(200)
    return explanationAnswer.parse(body).data
  }

  it('compares with the month before', async () => {
    await invoice('2026-09', [water], { paid: 43_200 })
    const dearer = { ...water, volume: 12.3, tariff: 4560, charged: 56_088, total: 56_088, method: 'meter' }
    await invoice('2026-10', [dearer, heating], { opening_balance: 500, penalty: 20 })
    expect(await explained({ period: '2026-10' })).toEqual({
      period: '2026-10',
      against: '2026-09',
      total: 229_254,
      againstTotal: 0,
      steps: [
        { kind: 'opening', from: 0, to: 500, amount: 500 },
        { kind: 'tariff', service: 'Холодная вода', unit: 'м³', from: 4320, to: 4560, amount: 2_400 },
        { kind: 'volume', service: 'Холодная вода', unit: 'м³', from: 10, to: 12.3, amount: 10_488 },
        { kind: 'added', service: 'Отопление', unit: 'Гкал', amount: 172_646 },
        { kind: 'penalty', from: 0, to: 20, amount: 20 },
        { kind: 'paid', from: 43_200, to: 0, amount: 43_200 },
      ],
      lines: [
        {
          service: 'Холодная вода',
          unit: 'м³',
          volume: 12.3,
          tariff: 4560,
          method: 'meter',
          charged: 56_088,
          againstVolume: 10,
          againstTariff: 4320,
          againstCharged: 43_200,
        },
        {
          service: 'Отопление',
          unit: 'Гкал',
          volume: 0.586,
          tariff: 294_618,
          charged: 172_646,
          againstCharged: 0,
        },
      ],
    })
  })

  it('has the totals of the invoices themselves', async () => {
    await invoice('2026-09', [water, heating], { opening_balance: -7, paid: 11 })
    await invoice('2026-10', [water], { opening_balance: 3, penalty: 5, paid: -2 })
    const totalOf = async (period: string) =>
      invoiceAnswer.parse((await browser.post(`${personal}/invoice/${account}`, { period })).body).data?.total
    const { total, againstTotal } = await explained({ period: '2026-10' })
    expect(total).toBe(await totalOf('2026-10'))
    expect(againstTotal).toBe(await totalOf('2026-09'))
  })

  it('compares with any month that is named, across the end of a year', async () => {
    await invoice('2025-12', [water])
    await invoice('2026-01', [water])
    await invoice('2026-10', [water, heating])
    expect(await explained({ period: '2026-01' })).toMatchObject({ against: '2025-12', steps: [] })
    expect(await explained({ period: '2026-10', against: '2025-12' })).toMatchObject({
      steps: [{ kind: 'added', service: 'Отопление' }],
    })
    expect(await explained({ period: '2026-10', against: '2026-10' })).toMatchObject({ steps: [] })
  })

  describe('without an invoice', () => {
    const refusal = async (query: Record<string, string>) => {
      const { status, body } = await ask(query)
      expect(status).toBe(404)
      return problem.parse(body)
    }

    it('to compare with, says so where none was named', async () => {
      await invoice('2026-10', [water])
      expect(await refusal({ period: '2026-10' })).toMatchObject({
        code: 'nothing_to_compare',
        message: expect.stringMatching(/[а-я]/),
      })
      expect(await refusal({ period: '2026-10', against: '' })).toMatchObject({ code: 'nothing_to_compare' })
      expect((await refusal({ period: '2026-10', against: '2026-09' })).code).toBeUndefined()
    })

    it('for the period is not found', async () => {
      await invoice('2026-09', [water])
      expect((await refusal({ period: '2026-10' })).code).toBeUndefined()
      expect((await refusal({ period: '2026-10', against: '2026-09' })).code).toBeUndefined()
    })
  })

  it.each([{ period: '2026-13' }, { period: '' }, {}, { period: '2026-10', against: 'x' }])(
    'is refused for what is no month: %j',
    async (query) => {
      const { status, body } = await ask(query)
      expect(status).toBe(422)
      const field = 'against' in query ? 'against' : 'period'
      expect(problem.parse(body).errors).toHaveProperty(field)
    },
  )

  it('knows how issued lines were counted and which days bear the penalty', async () => {
    const counted = (method: 'norm' | 'meter', volume: number) => ({
      ...water,
      method,
      volume,
      charged: volume * 4320,
      total: volume * 4320,
    })
    const issue = (period: string, now: string, line: ReturnType<typeof counted>) =>
      issueInvoices({
        database: world.database,
        timeZone: 'Europe/Moscow',
        now: new Date(now),
        through: period,
        rules: {
          accounts: [account],
          normOf: () => 0,
          tariffOf: () => null,
          billOf: () => ({ lines: [line], dueAt: '2026-01-01' }),
        },
      })
    await issue('2026-01', '2026-02-01T09:00:00Z', counted('norm', 1_000))
    await issue('2026-02', '2026-03-01T09:00:00Z', counted('norm', 1_000))
    await issue('2026-03', '2026-05-20T09:00:00Z', counted('meter', 1_005))

    const { steps, penaltyDays } = await explained({ period: '2026-03' })
    expect(steps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'method', from: 'norm', to: 'meter', amount: 21_600 }),
      ]),
    )
    // Due on 11 February and on 11 March: 1/300 from the 31st day, 1/130 from the 91st.
    expect(penaltyDays?.map(({ from, to, base, rate, days }) => [from, to, base, rate, days])).toEqual([
      ['2026-03-14', '2026-05-12', 4_320_000, '9.5', 60],
      ['2026-04-11', '2026-05-19', 4_320_000, '9.5', 39],
      ['2026-05-13', '2026-05-19', 4_320_000, '9.5', 7],
    ])
    const { penalty } = await world.database.db
      .selectFrom('invoices')
      .select('penalty')
      .where('period', '=', '2026-03')
      .executeTakeFirstOrThrow()
    expect(penalty).toBeGreaterThan(0)
    expect(penaltyDays?.reduce((sum, { amount }) => sum + amount, 0)).toBe(penalty)
    expect(steps).toEqual(
      expect.arrayContaining([{ kind: 'penalty', from: 0, to: penalty, amount: penalty }]),
    )

    const unpenalized = await explained({ period: '2026-02' })
    expect(unpenalized.penaltyDays).toBeUndefined()
  })

  it('of an older invoice leaves out what was not stored then', async () => {
    await invoice('2026-09', [water])
    await invoice('2026-10', [water], { penalty: 70 })
    expect(await explained({ period: '2026-10' })).toEqual({
      period: '2026-10',
      against: '2026-09',
      total: 43_270,
      againstTotal: 43_200,
      steps: [{ kind: 'penalty', from: 0, to: 70, amount: 70 }],
      lines: [expect.objectContaining({ charged: 43_200, againstCharged: 43_200 })],
    })
  })
})
