import { randomUUID } from 'node:crypto'
import { annaFlat, annaGarage, demoAccountStories } from 'api/demo/demo-accounts'
import { annaId } from 'api/demo/demo-customers'
import { demoServices, tariffIn } from 'api/demo/demo-tariffs'
import { seedDemo } from 'api/demo/seed-demo'
import { beginSession } from 'api/users/sessions'
import { type Explanation, explanationAnswer } from 'contract/explanation'
import { invoiceAnswer } from 'contract/invoices'
import { metersAnswer, readingHistoryAnswer, receiptAnswer } from 'contract/readings'
import { addMonths } from 'format/dates'
import { beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForEachTest } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { operatorOf } from '../support/operator'

vi.setConfig({ testTimeout: 120_000 })

const timeZone = 'Europe/Moscow'
/** The month of the world's beginning: bills and readings of the demo company end with the one before. */
const first = '2026-03'
const power = demoServices.power

describeOnEachDatabase('invoices by readings', (kind) => {
  const world = openForEachTest(() => openApiWorld(kind, { env: { READINGS_WINDOW: '1-25' } }))
  let browser: Browser

  beforeEach(async () => {
    await seedDemo(world.database, { now: world.now(), timeZone })
  })

  const goTo = async (period: string, day: number) => {
    const moment = new Date(`${period}-${String(day).padStart(2, '0')}T09:00:00.000Z`)
    world.pass(moment.getTime() - world.now().getTime())
    browser = world.browser()
    browser.setSession(
      await beginSession(world.database.db, { userId: annaId, device: null, now: world.now() }),
    )
  }

  const metersOf = async (account: string) =>
    metersAnswer.parse((await browser.get(`/api/v1/personal/meters/${account}`)).body).data.meters

  /** Sends a value of the account's only meter of a service, confirmed. */
  const send = async (account: string, service: string, values: { [zone: string]: number }) => {
    const meter = (await metersOf(account)).find((one) => one.service === service)
    if (!meter) throw new Error(`The account has no meter of ${service}`)
    const answer = await browser.send('POST', `/api/v1/personal/readings/${account}`, {
      body: JSON.stringify({
        readings: [
          {
            meter: meter.id,
            values: Object.fromEntries(Object.entries(values).map(([zone, value]) => [zone, String(value)])),
          },
        ],
        confirmed: [meter.id],
      }),
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    })
    expect(answer.status, answer.text).toBe(201)
    return receiptAnswer.parse(answer.body).data.readings
  }

  /** Issues what is missing through the month, on the first of the next one. */
  const issue = async (period: string) => {
    await goTo(addMonths(period, 1), 1)
    return operatorOf(world)('issue-invoices')
  }

  const invoiceOf = async (account: string, period: string) => {
    const { body } = await browser.post(`/api/v1/personal/invoice/${account}`, { period })
    const invoice = invoiceAnswer.parse(body).data
    if (!invoice) throw new Error(`No invoice for ${period}`)
    return invoice
  }
  const lineOf = async (account: string, period: string, service: string) => {
    const line = (await invoiceOf(account, period)).lines.find((one) => one.service === service)
    if (!line) throw new Error(`No line of ${service} for ${period}`)
    return line
  }
  const explained = async (account: string, period: string): Promise<Explanation> => {
    const { body } = await browser.get(`/api/v1/personal/invoice-explanation/${account}?period=${period}`)
    return explanationAnswer.parse(body).data
  }
  const methodIn = async (account: string, period: string, service: string) =>
    (await explained(account, period)).lines.find((line) => line.service === service)?.method

  const lastOf = async (account: string, service: string, zone = 't1') => {
    const meter = (await metersOf(account)).find((one) => one.service === service)
    return Number(meter?.zones.find((one) => one.zone === zone)?.last?.value)
  }
  const price = (units: number, period: string, of = power) =>
    Math.round((units * 1000 * tariffIn(period, of)) / 1000)

  /** The average of the six months before the world begins, by the bills of the demo company. */
  const averagePower = async () => {
    let sum = 0
    for (let back = 1; back <= 6; back += 1)
      sum += (await lineOf(annaGarage, addMonths(first, -back), power.name)).volume ?? 0
    return Math.round(sum / 6)
  }

  const readGarage = async (value: number) => send(annaGarage, 'Электроэнергия', { t1: value })

  test('charge what the reading of the month says, by meter', async () => {
    await goTo(first, 20)
    const began = await lastOf(annaGarage, 'Электроэнергия')
    await readGarage(began + 37)
    expect(await issue(first)).toContain(first)
    const line = await lineOf(annaGarage, first, power.name)
    expect(line).toMatchObject({ volume: 37, charged: price(37, first), total: price(37, first) })
    expect(await methodIn(annaGarage, first, power.name)).toBe('meter')
  })

  test('charge a month in which nothing was used, and say so', async () => {
    await goTo(first, 20)
    await readGarage(await lastOf(annaGarage, 'Электроэнергия'))
    await issue(first)
    expect(await lineOf(annaGarage, first, power.name)).toMatchObject({ volume: 0, charged: 0, total: 0 })
  })

  test('charge what is left after a correction in the same month', async () => {
    await goTo(first, 20)
    const began = await lastOf(annaGarage, 'Электроэнергия')
    await readGarage(began + 370)
    await readGarage(began + 37)
    await issue(first)
    expect((await lineOf(annaGarage, first, power.name)).volume).toBe(37)
  })

  test('charge a volume that went through zero', async () => {
    await goTo(first, 20)
    await readGarage(999_990)
    await issue(first)
    const second = addMonths(first, 1)
    await goTo(second, 20)
    await readGarage(20)
    await issue(second)
    expect((await lineOf(annaGarage, second, power.name)).volume).toBe(30)
  })

  test('without readings charge the average of six months, three times, then the norm', async () => {
    await goTo(first, 2)
    const began = await lastOf(annaGarage, 'Электроэнергия')
    const average = await averagePower()
    const months = [0, 1, 2, 3, 4].map((at) => addMonths(first, at))
    for (const month of months) await issue(month)
    const lines = await Promise.all(months.map((month) => lineOf(annaGarage, month, power.name)))
    expect(lines.map(({ volume }) => volume)).toEqual([average, average, average, 40, 40])
    const methods = await Promise.all(months.map((month) => methodIn(annaGarage, month, power.name)))
    expect(methods).toEqual(['average', 'average', 'average', 'norm', 'norm'])
    expect((await explained(annaGarage, months[3] ?? '')).steps).toContainEqual(
      expect.objectContaining({ kind: 'method', from: 'average', to: 'norm' }),
    )
    // The history shows the estimates as such, and the form shows the last of them beside the field.
    const { body } = await browser.get(`/api/v1/personal/readings/${annaGarage}?limit=5`)
    const history = readingHistoryAnswer.parse(body).data
    expect(history.map(({ source, period }) => [source, period])).toEqual(
      months.map((month) => ['estimated', month]).reverse(),
    )
    expect(await lastOf(annaGarage, 'Электроэнергия')).toBe(began + 3 * average + 80)
  })

  test('charge a meter whose verification has ended as one that nobody reads, until it is verified again', async () => {
    const verifiedUntil = (day: string) =>
      world.database.db
        .updateTable('meters')
        .set({ verified_until: day })
        .where('account', '=', annaGarage)
        .execute()
    const months = [0, 1, 2, 3].map((at) => addMonths(first, at))
    await verifiedUntil(`${first}-10`)
    await goTo(first, 20)
    const began = await lastOf(annaGarage, 'Электроэнергия')
    const average = await averagePower()
    for (const [index, month] of months.entries()) {
      await goTo(month, 20)
      await readGarage(began + 1_000 * (index + 1))
      await issue(month)
    }
    const lines = await Promise.all(months.map((month) => lineOf(annaGarage, month, power.name)))
    expect(lines.map(({ volume }) => volume)).toEqual([average, average, average, 40])

    const after = addMonths(first, 4)
    await goTo(after, 10)
    await verifiedUntil('2032-01-01')
    await goTo(after, 20)
    const last = await lastOf(annaGarage, 'Электроэнергия')
    await readGarage(last + 37)
    await issue(after)
    expect(await methodIn(annaGarage, after, power.name)).toBe('meter')
  })

  test('charge the norm where the meter has been read for less than three months', async () => {
    const { db } = world.database
    await goTo(first, 20)
    const meter = { id: randomUUID(), account: annaGarage, position: 2, unit: 'кВт·ч', serial: '1' }
    await db
      .insertInto('meters')
      .values({
        ...meter,
        service: 'Холодная вода',
        zones: JSON.stringify([{ zone: 't1', title: 'Расход' }]),
        digits: 6,
        decimals: 0,
      })
      .execute()
    await send(annaGarage, 'Холодная вода', { t1: 100 })
    await issue(first)
    await goTo(addMonths(first, 1), 20)
    await send(annaGarage, 'Холодная вода', { t1: 110 })
    await issue(addMonths(first, 1))
    await issue(addMonths(first, 2))
    const volumes = await db
      .selectFrom('invoices')
      .select('volumes')
      .where('account', '=', annaGarage)
      .where('volumes', 'is not', null)
      .orderBy('period')
      .execute()
    const ofNew = volumes.map(({ volumes }) =>
      JSON.parse(volumes ?? '[]').find((one: { meter: string }) => one.meter === meter.id),
    )
    expect(ofNew.map(({ method }) => method)).toEqual(['norm', 'meter', 'norm'])
  })

  test('recalculate what was estimated too high with the next reading, and explain it', async () => {
    await goTo(first, 2)
    const began = await lastOf(annaGarage, 'Электроэнергия')
    const average = await averagePower()
    const [second, third] = [addMonths(first, 1), addMonths(first, 2)]
    await issue(first)
    await issue(second)
    await goTo(third, 20)
    // Eleven units in three months: far less than the two estimates. It is no rollover.
    const [reading] = await readGarage(began + 11)
    expect(Number(reading?.volume)).toBe(11 - 2 * average)
    await issue(third)
    const line = await lineOf(annaGarage, third, power.name)
    const back = price(3, first) - price(average, first) + price(3, second) - price(average, second)
    expect(line).toMatchObject({ volume: 5, charged: price(5, third), recalculation: back })
    expect(line.total).toBe(price(5, third) + back)
    const { steps } = await explained(annaGarage, third)
    expect(steps).toContainEqual(
      expect.objectContaining({ kind: 'recalculation', from: 0, to: back, amount: back }),
    )
    expect(steps.map((step) => step.kind)).not.toContain('other')
    // The month after recalculates nothing.
    await goTo(addMonths(third, 1), 20)
    await readGarage(began + 20)
    await issue(addMonths(third, 1))
    expect(await lineOf(annaGarage, addMonths(third, 1), power.name)).not.toHaveProperty('recalculation')
  })

  test('recalculate an estimate that went through zero and turns out not to have', async () => {
    await goTo(first, 20)
    const high = 999_990
    await readGarage(high)
    await issue(first)
    await issue(addMonths(first, 1))
    expect(await lastOf(annaGarage, 'Электроэнергия')).toBeLessThan(high)
    const third = addMonths(first, 2)
    await goTo(third, 20)
    await readGarage(999_996)
    await issue(third)
    const line = await lineOf(annaGarage, third, power.name)
    expect(line).toMatchObject({ volume: 3, charged: price(3, third) })
  })

  test('recalculate drains with the water of one tap, each by the tariff of its month', async () => {
    const story = demoAccountStories('2026-03-02').find(({ account }) => account === annaFlat)
    expect(story?.residents).toBe(2)
    await world.database.db
      .updateTable('meters')
      .set({ verified_until: null })
      .where('account', '=', annaFlat)
      .execute()
    await goTo(first, 20)
    const [cold, hot] = [await lastOf(annaFlat, 'Холодная вода'), await lastOf(annaFlat, 'Горячая вода')]
    await send(annaFlat, 'Горячая вода', { t1: hot + 3.5 })
    await issue(first)
    const estimated = await lineOf(annaFlat, first, demoServices.coldWater.name)
    const drains = await lineOf(annaFlat, first, demoServices.sewerage.name)
    expect(drains.volume).toBeCloseTo((estimated.volume ?? 0) + 3.5, 6)
    expect(await methodIn(annaFlat, first, demoServices.sewerage.name)).toBe('average')
    const second = addMonths(first, 1)
    await goTo(second, 20)
    await send(annaFlat, 'Холодная вода', { t1: Math.round((cold + 4) * 1000) / 1000 })
    await send(annaFlat, 'Горячая вода', { t1: Math.round((hot + 6) * 1000) / 1000 })
    await issue(second)
    const of = (service: typeof demoServices.sewerage | typeof demoServices.coldWater, volume: number) =>
      Math.round((Math.round(volume * 1000) * tariffIn(first, service)) / 1000)
    const now = await lineOf(annaFlat, second, demoServices.sewerage.name)
    expect(now.volume).toBe(4.5)
    expect(now.recalculation).toBe(
      of(demoServices.sewerage, 5.5) - of(demoServices.sewerage, drains.volume ?? 0),
    )
    expect(now.recalculation).not.toBe(0)
  })

  test('share what was used in a missed month, when it is billed after the next reading', async () => {
    await goTo(addMonths(first, 1), 10)
    const began = await lastOf(annaGarage, 'Электроэнергия')
    await readGarage(began + 61)
    await issue(addMonths(first, 1))
    const lines = await Promise.all(
      [first, addMonths(first, 1)].map((month) => lineOf(annaGarage, month, power.name)),
    )
    expect(lines.map(({ volume }) => volume)).toEqual([30, 31])
    expect(lines.every((line) => line.recalculation === undefined)).toBe(true)
  })

  // Few on PostgreSQL: its statements are the same every month.
  const months = kind === 'sqlite' ? 24 : 6

  test(`leave the meter’s whole use charged to the kopeck after ${months} months of any habits`, async () => {
    let state = 20_260_302
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
      return state / 2 ** 32
    }
    await goTo(first, 2)
    const began = await lastOf(annaGarage, 'Электроэнергия')
    /** Shares the volume between two readings evenly among their months; the last month gets the remainder. */
    const used = new Map<string, number>()
    let value = began
    let known = { value: began, at: -1 }
    for (let at = 0; at < months; at += 1) {
      const month = addMonths(first, at)
      value += Math.floor(random() * 60)
      const isLast = at === months - 1
      if (random() < 0.4 || isLast) {
        await goTo(month, 20)
        await readGarage(value)
        const [total, missed] = [value - known.value, at - known.at]
        for (let back = 0; back < missed; back += 1) {
          const share = Math.floor(total / missed)
          used.set(addMonths(month, -back), back === 0 ? total - share * (missed - 1) : share)
        }
        known = { value, at }
      }
      await issue(month)
      const { steps } = await explained(annaGarage, month)
      expect(steps.map((step) => step.kind)).not.toContain('other')
    }
    let charged = 0
    let expected = 0
    for (const [month, volume] of used) {
      charged += (await lineOf(annaGarage, month, power.name)).total
      expected += price(volume, month)
    }
    expect(used.size).toBe(months)
    expect(charged).toBe(expected)
    expect([...used.values()].reduce((sum, volume) => sum + volume, 0)).toBe(value - began)
  })

  test('are the same for every process, however many issue them at once', async () => {
    await goTo(addMonths(first, 1), 1)
    const command = () => operatorOf(world)('issue-invoices')
    await Promise.all([command(), command(), command()])
    const estimates = await world.database.db
      .selectFrom('meter_readings')
      .select(['meter_id', 'zone'])
      .where('period', '=', first)
      .where('source', '=', 'estimated')
      .execute()
    const rows = estimates.map(({ meter_id, zone }) => `${meter_id} ${zone}`)
    expect(rows.length).toBeGreaterThan(10)
    expect(new Set(rows).size).toBe(rows.length)
  })
})
