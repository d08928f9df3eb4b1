import { randomUUID } from 'node:crypto'
import { insertReceipt } from 'api/readings/readings.repository'
import { problem } from 'contract/problem'
import { metersAnswer, readingHistoryAnswer, receiptAnswer } from 'contract/readings'
import { DAY, HOUR } from 'format/durations'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Answer, type Browser, openApiWorld } from '../support/api-world'
import { addMeter, addToRegister, customerWith } from '../support/billing-register'

// The world begins on 2 March 2026, at noon in Moscow.
describeOnEachDatabase('meter readings', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { env: { READINGS_WINDOW: '1-25' } }))
  let account: string
  let userId: string
  let browser: Browser
  let water: string
  let power: string
  beforeEach(async () => {
    await world.empty()
    const { db } = world.database
    account = await addToRegister(db)
    const customer = await customerWith(world, account)
    userId = customer.id
    browser = customer.browser
    water = await addMeter(db, account, { place: 'кухня' })
    power = await addMeter(db, account, {
      position: 2,
      service: 'Электроэнергия',
      unit: 'кВт·ч',
      zones: JSON.stringify([
        { zone: 't1', title: 'День' },
        { zone: 't2', title: 'Ночь' },
      ]),
      digits: 6,
      decimals: 0,
    })
  })

  /** A year of readings on the 20th, up to February 2026: `volume` units a month, from `start`. */
  const hasHistory = async (
    meter: string,
    { volume, start = 100_000, zone = 't1' as const, months = 12 }: History,
  ) => {
    const rows = Array.from({ length: months }, (_, at) => {
      const number = 26 * 12 + 2 - months + at
      const period = `20${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
      return {
        id: randomUUID(),
        account,
        meter_id: meter,
        zone,
        value: start + volume * (at + 1),
        previous: start + volume * at,
        volume,
        period,
        read_at: `${period}-20T09:00:00.000Z`,
        source: 'customer' as const,
      }
    })
    await world.database.db.insertInto('meter_readings').values(rows).execute()
    return rows.at(-1)?.value ?? 0
  }
  interface History {
    volume: number
    start?: number
    zone?: 't1' | 't2'
    months?: number
  }

  const path = (call: 'meters' | 'readings', of = account) => `/api/v1/personal/${call}/${of}`
  const send = (
    readings: object,
    { key = randomUUID() as string, confirmed = undefined as string[] | undefined, by = browser } = {},
  ) => by.post(path('readings'), { readings, ...(confirmed && { confirmed }) }, key)
  const ofWater = (t1: string) => [{ meter: water, values: { t1 } }]
  const ofPower = (t1: string, t2?: string) => [{ meter: power, values: { t1, ...(t2 && { t2 }) } }]

  const accepted = ({ status, body, text }: Answer) => {
    expect(status, text).toBe(201)
    return receiptAnswer.parse(body).data
  }
  const refused = ({ status, body }: Answer) => {
    expect(status).toBe(422)
    return problem.parse(body)
  }
  const meters = async () => metersAnswer.parse((await browser.get(path('meters'))).body).data
  const history = async (query = '') => {
    const { status, body } = await browser.get(`${path('readings')}${query}`)
    expect(status).toBe(200)
    return readingHistoryAnswer.parse(body)
  }
  const countRows = async (table: 'meter_readings' | 'reading_receipts' | 'outbox') => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where ${table === 'outbox' ? sql`user_id = ${userId}` : sql`account = ${account}`}`.execute(
      world.database.db,
    )
    return Number(rows[0]?.n)
  }

  test.each(['meters', 'readings'] as const)('%s are for customers with the account alone', async (call) => {
    const stranger = (await customerWith(world, await addToRegister(world.database.db))).browser
    const foreign = await stranger.get(path(call))
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe((await stranger.get(path(call, '4010000000'))).text)
    expect((await browser.get(path(call))).status).toBe(200)
    expect((await send(ofWater('1'), { by: stranger })).status).toBe(404)
    expect(await countRows('meter_readings')).toBe(0)
  })

  describe('the meters', () => {
    test('stand in their order, with what was read last and what is usual', async () => {
      await hasHistory(water, { volume: 4_200 })
      const { meters: shown, window } = await meters()
      expect(window).toEqual({ from: '2026-03-01', to: '2026-03-25', open: true })
      expect(shown).toEqual([
        {
          id: water,
          service: 'Холодная вода',
          unit: 'м³',
          serial: '1234567',
          place: 'кухня',
          digits: 5,
          decimals: 3,
          usual: { t1: '4.200' },
          zones: [
            {
              zone: 't1',
              title: 'Расход',
              last: { value: '150.400', at: '2026-02-20T09:00:00.000Z', source: 'customer' },
            },
          ],
        },
        expect.objectContaining({
          id: power,
          zones: [
            { zone: 't1', title: 'День' },
            { zone: 't2', title: 'Ночь' },
          ],
        }),
      ])
      expect(shown[1]).not.toHaveProperty('usual')
    })

    test('have a last reading however old it is', async () => {
      await hasHistory(water, { volume: 1_000, months: 1 })
      world.pass(3 * 365 * DAY)
      const customer = await customerWith(world, account)
      const { body } = await customer.browser.get(path('meters'))
      const [meter] = metersAnswer.parse(body).data.meters
      expect(meter?.zones[0]?.last?.value).toBe('101.000')
    })

    test.each([
      [0, true, '2026-03-01', '2026-03-25'],
      [23, true, '2026-03-01', '2026-03-25'],
      [24, false, '2026-04-01', '2026-04-25'],
    ])('after %i days the window is open: %s', async (days, open, from, to) => {
      world.pass(days * DAY)
      expect((await meters()).window).toEqual({ from, to, open })
    })
  })

  describe('sent readings', () => {
    test('have a receipt: number, moment, what was, what is, the volume', async () => {
      await hasHistory(water, { volume: 4_200 })
      const receipt = accepted(await send([...ofWater('154.9'), ...ofPower('0', '310')]))
      expect(receipt.number).toMatch(/^П-20260302-\d{8}$/)
      expect(receipt.acceptedAt).toBe('2026-03-02T09:00:00.000Z')
      expect(receipt.readings).toEqual([
        { meter: water, zone: 't1', value: '154.900', previous: '150.400', volume: '4.500' },
        { meter: power, zone: 't1', value: '0', previous: null, volume: '0' },
        { meter: power, zone: 't2', value: '310', previous: null, volume: '310' },
      ])
    })

    test('have a number that no other receipt has', async () => {
      const { db } = world.database
      const receipt = { account, number: 'П-20260302-00000007', accepted_at: '2026-03-02T09:00:00.000Z' }
      expect(await insertReceipt(db, { ...receipt, id: randomUUID() })).toBe(true)
      expect(await insertReceipt(db, { ...receipt, id: randomUUID() })).toBe(false)
      expect(await countRows('reading_receipts')).toBe(1)
    })

    test('are the last ones from then on, and stand first in the history', async () => {
      await hasHistory(water, { volume: 4_200, months: 2 })
      accepted(await send(ofWater('110')))
      const { meters: shown } = await meters()
      expect(shown[0]?.zones[0]?.last).toEqual({
        value: '110.000',
        at: '2026-03-02T09:00:00.000Z',
        source: 'customer',
      })
      const { data, meta } = await history()
      expect(data.map(({ value, volume, period, source }) => [value, volume, period, source])).toEqual([
        ['110.000', '1.600', '2026-03', 'customer'],
        ['108.400', '4.200', '2026-02', 'customer'],
        ['104.200', '4.200', '2026-01', 'customer'],
      ])
      expect(meta.nextCursor).toBeNull()
    })

    test('are told in a letter', async () => {
      const { number } = accepted(await send([...ofWater('12.5'), ...ofPower('100')]))
      const [letter] = await world.letters()
      expect(letter).toMatchObject({
        kind: 'readings-accepted',
        subject: `Показания приняты, номер ${number}`,
      })
      const text = letter?.text.replaceAll('\u00a0', ' ') ?? ''
      expect(text).toContain('Холодная вода, кухня: 12,500 м³, первое показание.')
      expect(text).toContain('Электроэнергия, день: 100 кВт·ч, первое показание.')
      expect(text).not.toContain('расход')
      expect(text).toContain(`/personal/readings?account=${account}`)
    })

    test('may be corrected in the same month, down to what the month began with', async () => {
      await hasHistory(water, { volume: 4_200 })
      accepted(await send(ofWater('159')))
      const said = refused(await send(ofWater('154.5')))
      expect(said).toMatchObject({
        code: 'confirm_required',
        confirm: [{ reason: 'rollover', volume: '4.100', corrects: true }],
      })
      expect(said.message).toContain('в этом месяце')
      const [corrected] = accepted(await send(ofWater('154.5'), { confirmed: [water] })).readings
      expect(corrected).toMatchObject({ value: '154.500', previous: '150.400', volume: '4.100' })
      const [correction, before] = (await history()).data
      expect(correction).toMatchObject({ value: '154.500', corrects: true })
      expect(before).toMatchObject({ value: '159.000' })
      expect(before).not.toHaveProperty('corrects')
      const lower = refused(await send(ofWater('150.3')))
      expect(lower.confirm).toMatchObject([{ reason: 'rollover', volume: '99995.800' }])
      const { meters: shown } = await meters()
      expect(shown[0]?.usual).toEqual({ t1: '4.200' })
    })

    test('have no consumption in the history when they are the first of their zone', async () => {
      accepted(await send(ofWater('88451')))
      accepted(await send(ofWater('88455')))
      const [next, first] = (await history()).data
      expect(first).toMatchObject({ value: '88451.000', isFirst: true })
      expect(next).toMatchObject({ volume: '4.000' })
      expect(next).not.toHaveProperty('isFirst')
    })

    test('are counted exactly, however large', async () => {
      const large = await addMeter(world.database.db, account, { position: 3, digits: 9, decimals: 6 })
      const of = (t1: string) => [{ meter: large, values: { t1 } }]
      accepted(await send(of('999999998.999999')))
      const [reading] = accepted(await send(of('999999999.000001'))).readings
      expect(reading).toMatchObject({ value: '999999999.000001', volume: '0.000002' })
    })
  })

  describe('what is refused, and then nothing is stored', () => {
    const storesNothing = async (answer: Answer) => {
      const said = refused(answer)
      expect([await countRows('meter_readings'), await countRows('reading_receipts')]).toEqual([0, 0])
      expect(await countRows('outbox')).toBe(0)
      return said
    }

    test('an empty form', async () => {
      for (const nothing of [[], [{ meter: water, values: {} }]])
        expect((await storesNothing(await send(nothing))).message).toContain('хотя бы одного')
    })

    test.each([
      ['123456', 'не больше 5 цифр до запятой'],
      ['1.2345', 'не больше 3 цифр после запятой'],
      ['-1', 'не бывает меньше нуля'],
    ])('the value %s, at its field', async (value, words) => {
      const { errors } = await storesNothing(await send([...ofPower('1'), ...ofWater(value)]))
      expect(errors?.[`${water}.t1`]?.[0]?.replaceAll('\u00a0', ' ')).toContain(words)
    })

    test('a fraction where the meter has none', async () => {
      const { errors } = await storesNothing(await send(ofPower('1.5')))
      expect(errors?.[`${power}.t1`]).toEqual(['Введите только целое число, без знаков после запятой.'])
    })

    test('a meter or a zone that the account does not have', async () => {
      const foreign = await addMeter(world.database.db, await addToRegister(world.database.db))
      const { errors } = await storesNothing(
        await send([
          { meter: foreign, values: { t1: '1' } },
          { meter: water, values: { t2: '1' } },
        ]),
      )
      expect(Object.keys(errors ?? {}).sort()).toEqual([`${foreign}.t1`, `${water}.t2`].sort())
    })

    test.each(['сто', '1,5', '1e3', '', '.5'])('%j, which is no decimal, at its field', async (value) => {
      const { errors } = await storesNothing(await send([...ofPower('1'), ...ofWater(value)]))
      expect(errors).toEqual({ [`${water}.t1`]: ['Введите число, как на счётчике: например, 123,45.'] })
    })

    test('a number that is no text', async () => {
      await storesNothing(await send([{ meter: water, values: { t1: 5 } }]))
    })

    test('any reading outside of the window', async () => {
      world.pass(24 * DAY)
      const customer = await customerWith(world, account)
      const said = await storesNothing(await send(ofWater('1'), { by: customer.browser }))
      expect(said).toMatchObject({ code: 'window_closed' })
      expect(said.message.replaceAll('\u00a0', ' ')).toContain('с 1 по 25 апреля')
    })

    test('more forms in a day than anybody needs', async () => {
      for (let form = 1; form <= 50; form += 1) accepted(await send(ofWater(`${form}`)))
      const tooMany = {
        status: 429,
        body: { message: 'За последние сутки по этому лицевому счёту показания уже передавали много раз.' },
      }
      const answer = await send(ofWater('51'))
      expect(answer).toMatchObject(tooMany)
      expect(answer.headers.get('retry-after')).toBe('86400')
      world.pass(23 * HOUR)
      const later = await send(ofWater('51'))
      expect(later).toMatchObject(tooMany)
      expect(later.headers.get('retry-after')).toBe('3600')
      world.pass(HOUR)
      accepted(await send(ofWater('51')))
    })
  })

  describe('a doubtful reading', () => {
    test('of far more than usual is stored once it is confirmed, under the same key', async () => {
      await hasHistory(water, { volume: 4_200 })
      const key = randomUUID()
      const said = refused(await send(ofWater('192.4'), { key }))
      expect(said.code).toBe('confirm_required')
      expect(said.confirm).toEqual([
        { meter: water, zone: 't1', reason: 'unusual', volume: '42.000', usual: '4.200' },
      ])
      expect(await countRows('reading_receipts')).toBe(0)
      expect(refused(await send(ofWater('192.4'), { key, confirmed: [power] })).code).toBe('confirm_required')
      const [reading] = accepted(await send(ofWater('192.4'), { key, confirmed: [water] })).readings
      expect(reading).toMatchObject({ value: '192.400', previous: '150.400', volume: '42.000' })
    })

    test('is not one whose meter was not read for months', async () => {
      await hasHistory(water, { volume: 4_200 })
      world.pass(110 * DAY)
      const customer = await customerWith(world, account)
      accepted(await send(ofWater('168'), { by: customer.browser }))
    })

    test.each(['150.4', '150.9', '156', '160'])('is not one like others: %s', async (value) => {
      await hasHistory(water, { volume: 4_200 })
      accepted(await send(ofWater(value)))
    })

    test('below the last one goes through zero once it is confirmed', async () => {
      const last = await hasHistory(water, { volume: 4_000, start: 99_950_000 })
      expect(last).toBe(99_998_000)
      const said = refused(await send(ofWater('2.5')))
      expect(said.confirm).toEqual([
        { meter: water, zone: 't1', reason: 'rollover', volume: '4.500', usual: '4.000' },
      ])
      const [reading] = accepted(await send(ofWater('2.5'), { confirmed: [water] })).readings
      expect(reading).toMatchObject({ previous: '99998.000', value: '2.500', volume: '4.500' })
    })

    test('may be corrected after it went through zero in the same month, down and back again', async () => {
      await hasHistory(water, { volume: 4_000, start: 99_950_000 })
      accepted(await send(ofWater('5'), { confirmed: [water] }))
      expect(refused(await send(ofWater('4'))).confirm).toMatchObject([
        { reason: 'rollover', volume: '6.000' },
      ])
      const [lower] = accepted(await send(ofWater('4'), { confirmed: [water] })).readings
      expect(lower).toMatchObject({ previous: '99998.000', value: '4.000', volume: '6.000' })
      // It had not gone through zero at all.
      expect(refused(await send(ofWater('99999'))).message).toContain('в этом месяце')
      const [back] = accepted(await send(ofWater('99999'), { confirmed: [water] })).readings
      expect(back).toMatchObject({ previous: '99998.000', value: '99999.000', volume: '1.000' })
      const [on] = accepted(await send(ofWater('99999.5'))).readings
      expect(on).toMatchObject({ previous: '99999.000', volume: '0.500' })
    })

    test('of day and night in each other’s field is told as such', async () => {
      await hasHistory(power, { volume: 80, start: 20_000, zone: 't1' })
      await hasHistory(power, { volume: 30, start: 9_000, zone: 't2' })
      const said = refused(await send(ofPower('9390', '21040')))
      expect(said.message).toContain('дня и ночи')
      expect(said.confirm?.map(({ zone, reason }) => [zone, reason])).toEqual([
        ['t1', 'rollover'],
        ['t2', 'unusual'],
      ])
      accepted(await send(ofPower('21040', '9390')))
    })
  })

  describe('one key', () => {
    test('is one receipt, however many presses come at once', async () => {
      const key = randomUUID()
      const answers = await Promise.all(Array.from({ length: 200 }, () => send(ofWater('12.5'), { key })))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect([await countRows('meter_readings'), await countRows('reading_receipts')]).toEqual([1, 1])
      expect(await countRows('outbox')).toBe(1)
    })

    test('is refused for other readings, and keeps its receipt after the window', async () => {
      const key = randomUUID()
      const first = await send(ofWater('12.5'), { key })
      expect(refused(await send(ofWater('13.5'), { key })).code).toBe('idempotency_mismatch')
      expect(refused(await send(ofWater('12.5'), { key, confirmed: [water] })).code).toBe(
        'idempotency_mismatch',
      )
      world.pass(DAY)
      expect((await send(ofWater('12.5'), { key })).text).toBe(first.text)
    })

    test('that was refused is not used up', async () => {
      const key = randomUUID()
      refused(await send(ofWater('1.2345'), { key }))
      accepted(await send(ofWater('1.234'), { key }))
    })

    test.each([undefined, 'two words'])('has to be a key: %j', async (key) => {
      const answer = await browser.post(path('readings'), { readings: ofWater('1') }, key)
      expect([400, 422]).toContain(answer.status)
      expect(await countRows('reading_receipts')).toBe(0)
    })
  })

  test('different forms at once each begin where the one before has ended', async () => {
    await hasHistory(water, { volume: 4_200 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send(ofWater(`${151 + at}`), { confirmed: [water] })),
    )
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const { data } = await history('?limit=8')
    expect(data).toHaveLength(8)
    const values = new Set<string>(data.map(({ value }) => value))
    const began = answers.map((answer) => accepted(answer).readings[0]?.previous ?? '')
    expect(began.every((previous) => previous === '150.400' || values.has(previous))).toBe(true)
  })

  describe('the history', () => {
    test('comes page by page, each reading once', async () => {
      await hasHistory(water, { volume: 4_200 })
      await hasHistory(power, { volume: 80 })
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof history>> = await history(
          `?limit=5${cursor && `&cursor=${cursor}`}`,
        )
        expect(page.data.length).toBeLessThanOrEqual(5)
        seen.push(...page.data.map(({ meter, period }) => `${meter} ${period}`))
        cursor = page.meta.nextCursor
      }
      expect(new Set(seen).size).toBe(24)
      expect(seen).toHaveLength(24)
    })

    test('is that of one meter, and of none that is another account’s', async () => {
      await hasHistory(water, { volume: 4_200 })
      await hasHistory(power, { volume: 80 })
      const { data } = await history(`?meter=${water}`)
      expect(new Set(data.map(({ meter }) => meter))).toEqual(new Set([water]))
      expect((await browser.get(`${path('readings')}?meter=other`)).status).toBe(404)
    })

    test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x'])('refuses %s', async (query) => {
      expect((await browser.get(`${path('readings')}?${query}`)).status).toBe(422)
    })
  })
})
