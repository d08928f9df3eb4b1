import { randomUUID } from 'node:crypto'
import { remindOfReadingsStep } from 'api/readings'
import { readingReminderAnswer } from 'contract/reminders'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, linkIn, openApiWorld } from '../support/api-world'
import { addMeter, addToRegister, customerWith } from '../support/billing-register'

const path = '/api/v1/personal/reading-reminder/'

// The world begins on 2 March 2026, at noon in Moscow; the window ends on the 25th, its letter is due on the 22nd at 10.
describeOnEachDatabase('the reminder of readings', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { env: { READINGS_WINDOW: '15-25' } }))
  let account: string
  let userId: string
  let browser: Browser
  beforeEach(async () => {
    await world.empty()
    account = await addToRegister(world.database.db)
    await addMeter(world.database.db, account)
    ;({ id: userId, browser } = await customerWith(world, account))
  })

  const isRead = async (meter: string, period: string, source: 'customer' | 'estimated' = 'customer') => {
    const reading = { account, meter_id: meter, zone: 't1' as const, previous: 0, volume: 1, value: 1 }
    await world.database.db
      .insertInto('meter_readings')
      .values({ id: randomUUID(), ...reading, period, read_at: `${period}-16T09:00:00.000Z`, source })
      .execute()
  }

  const turn = async (on: boolean) => expect((await browser.post(path, { on })).status).toBe(204)
  const isOn = async () => readingReminderAnswer.parse((await browser.get(path)).body).data.on
  const goTo = (moment: string) => world.pass(new Date(moment).getTime() - world.now().getTime())
  const step = (database = world.database) =>
    remindOfReadingsStep({ database, site: world.config, clock: world.now })
  const letters = async () => {
    await step().run(() => {})
    return world.letters()
  }

  test('is off until the customer turns it on, and can be turned off again', async () => {
    expect(await isOn()).toBe(false)
    await turn(true)
    await turn(true)
    expect(await isOn()).toBe(true)
    await turn(false)
    expect(await isOn()).toBe(false)
    goTo('2026-03-22T09:00:00.000Z')
    expect(await letters()).toEqual([])
    expect((await browser.post(path, { on: 'yes' })).status).toBe(422)
  })

  test('comes three days before the window ends, from ten in the morning, and once', async () => {
    await turn(true)
    goTo('2026-03-22T06:59:00.000Z')
    expect(await letters()).toEqual([])
    goTo('2026-03-22T07:00:00.000Z')
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      kind: 'readings-reminder',
      subject: 'Передайте показания счётчиков до 25\u00a0марта',
    })
    const text = letter?.text.replaceAll('\u00a0', ' ') ?? ''
    expect(text).toContain('по 25 марта включительно. Осталось 3 дня.')
    expect(text).toContain('Ещё нет показаний: Холодная вода.')
    expect(text).toContain(`/personal/readings?account=${account}`)
    expect(text).not.toContain(`счёт ${account}`)
    goTo('2026-03-25T18:00:00.000Z')
    expect(await letters()).toEqual([])
    goTo('2026-04-22T07:00:00.000Z')
    expect(await letters()).toHaveLength(1)
  })

  test('comes on the last day, too, when no process ran before, and not after it', async () => {
    await turn(true)
    goTo('2026-03-25T20:59:00.000Z')
    const [letter] = await letters()
    expect(letter?.text).toContain('Сегодня последний день приёма.')
    await turn(false)
    goTo('2026-03-02T09:00:00.000Z')
    await turn(true)
    goTo('2026-03-25T21:00:00.000Z')
    expect(await letters()).toEqual([])
  })

  test('does not come where every meter has been read this month', async () => {
    const water = await addMeter(world.database.db, account, { service: 'Горячая вода' })
    await turn(true)
    const [other] = await world.database.db
      .selectFrom('meters')
      .select('id')
      .where('account', '=', account)
      .where('id', '!=', water)
      .execute()
    await isRead(other?.id ?? '', '2026-03')
    await isRead(water, '2026-03')
    goTo('2026-03-22T09:00:00.000Z')
    expect(await letters()).toEqual([])
  })

  test('names the meters that lack a reading; an estimate is none, nor is last month’s', async () => {
    const hot = await addMeter(world.database.db, account, { service: 'Горячая вода' })
    const gas = await addMeter(world.database.db, account, { service: 'Газ' })
    await isRead(gas, '2026-03')
    await isRead(hot, '2026-02')
    await isRead(hot, '2026-03', 'estimated')
    await turn(true)
    goTo('2026-03-22T09:00:00.000Z')
    const [letter] = await letters()
    expect(letter?.text).toContain('Горячая вода')
    expect(letter?.text).toContain('Холодная вода')
    expect(letter?.text).not.toContain('Газ')
  })

  test('does not come to a customer without meters, nor to one who is being deleted', async () => {
    const { id, browser: other } = await customerWith(world, await addToRegister(world.database.db))
    await other.post(path, { on: true })
    await turn(true)
    await world.database.db
      .updateTable('users')
      .set({ deletion_asked_at: '2026-03-02T10:00:00.000Z' })
      .where('id', '=', userId)
      .execute()
    goTo('2026-03-22T09:00:00.000Z')
    expect(await letters()).toEqual([])
    expect(id).not.toBe(userId)
  })

  test('turned on after the day of the letter begins with the next window', async () => {
    goTo('2026-03-23T09:00:00.000Z')
    ;({ browser } = await customerWith(world, account))
    await turn(true)
    expect(await letters()).toEqual([])
    goTo('2026-04-22T09:00:00.000Z')
    expect(await letters()).toHaveLength(1)
  })

  test('is turned off by the link of its letter, no matter who opens it and how often', async () => {
    await turn(true)
    goTo('2026-03-22T09:00:00.000Z')
    await step().run(() => {})
    const { headers } = await world.database.db
      .selectFrom('outbox')
      .select('headers')
      .executeTakeFirstOrThrow()
    const [letter] = await world.letters()
    const { id, code, url } = linkIn(letter)
    expect(JSON.parse(headers ?? '')).toEqual({ 'List-Unsubscribe': `<${url}>` })
    const off = (of = id, by = code) =>
      world.browser().post(`/api/v1/users/reading-reminder-off/${of}`, { code: by })
    expect((await off(id, 'another')).status).toBe(422)
    expect((await off('another', code)).status).toBe(422)
    const count = () =>
      world.database.db
        .selectFrom('reading_reminders')
        .select('user_id')
        .execute()
        .then((rows) => rows.length)
    expect(await count()).toBe(1)
    expect((await off()).status).toBe(204)
    expect((await off()).status).toBe(204)
    expect(await count()).toBe(0)
    const stored = await world.database.db.selectFrom('reminder_links').select('code_hash').execute()
    expect(stored.map(({ code_hash }) => code_hash)).not.toContain(code)
  })

  test('comes once, however many processes send it', async () => {
    await turn(true)
    const others = await Promise.all([world.replica(), world.replica()])
    goTo('2026-03-22T09:00:00.000Z')
    const databases = [world.database, ...others.map(({ database }) => database)]
    await Promise.all([...databases, ...databases].map((database) => step(database).run(() => {})))
    expect(await world.letters()).toHaveLength(1)
  })
})
