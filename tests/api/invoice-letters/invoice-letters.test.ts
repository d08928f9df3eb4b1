import type { Database } from 'api/db/database'
import { writeAboutInvoicesStep } from 'api/invoice-letters'
import { invoiceLettersAnswer } from 'contract/invoices'
import { addDays } from 'format/dates'
import { localHour } from 'format/local-hour'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { type ApiWorld, type Browser, type FreshDatabase, linkIn, openApiWorld } from '../support/api-world'
import { addInvoice, addToRegister, customerWith, giveAccount } from '../support/billing-register'
import { payAsCustomer, paymentOf } from '../support/payments-world'

const path = '/api/v1/personal/invoice-letters/'

// The world begins on 2 March 2026, at noon in Moscow.
describeOnEachDatabase('letters about invoices', (kind) => {
  let world: ApiWorld
  let account: string
  let userId: string
  let browser: Browser

  beforeAll(async () => {
    // Several processes over one SQLite file wait for each other, and these share one event loop with the test.
    const connection = async (fresh: FreshDatabase) => ({ ...fresh, databaseTimeoutMs: 60_000 })
    world = await openApiWorld(kind, { connection })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.empty()
    account = await addToRegister(world.database.db)
    ;({ id: userId, browser } = await customerWith(world, account))
  })

  const invoice = ({
    of = account,
    period = '2026-02',
    issued: issued_at = '2026-03-03',
    due: due_at = '2026-03-17',
    ...more
  }: Given = {}) =>
    addInvoice(world.database.db, of, period, { charged: 432_150, issued_at, due_at, ...more })
  interface Given {
    of?: string
    period?: string
    issued?: string
    due?: string
    charged?: number
    paid?: number
  }

  const turn = async (on: boolean) => expect((await browser.post(path, { on })).status).toBe(204)
  const areOn = async () => invoiceLettersAnswer.parse((await browser.get(path)).body).data.on
  const goTo = (day: string, hour = 10) =>
    world.pass(localHour(day, hour, 'Europe/Moscow').getTime() - world.now().getTime())
  const step = (database: Database = world.database) =>
    writeAboutInvoicesStep({ database, payments: world.wired.payments, site: world.config, clock: world.now })
  const letters = async () => {
    await step().run(() => {})
    return (await world.letters()).map(({ text, subject, ...letter }) => ({
      ...letter,
      subject: subject.replaceAll('\u00a0', ' '),
      text: text.replaceAll('\u00a0', ' '),
    }))
  }
  const kinds = async () => (await letters()).map((letter) => letter.kind)
  /** What comes on each day from one to another. */
  const kindsByDay = async (from: string, to: string) => {
    const found: Record<string, string[]> = {}
    for (let day = from; day <= to; day = addDays(day, 1)) {
      goTo(day)
      const came = await kinds()
      if (came.length > 0) found[day] = came
    }
    return found
  }

  test('are off until the customer turns them on, and can be turned off again', async () => {
    expect(await areOn()).toBe(false)
    await turn(true)
    await turn(true)
    expect(await areOn()).toBe(true)
    await turn(false)
    expect(await areOn()).toBe(false)
    await invoice()
    expect(await kindsByDay('2026-03-03', '2026-03-18')).toEqual({})
    expect((await browser.post(path, { on: 'yes' })).status).toBe(422)
  })

  test('tell of a new invoice from ten in the morning, and three days before its due day', async () => {
    await turn(true)
    await invoice()
    goTo('2026-03-03', 9)
    world.pass(59 * 60_000)
    expect(await letters()).toEqual([])
    goTo('2026-03-03', 10)
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter).toMatchObject({ kind: 'invoice-new', subject: 'Новая квитанция: 4 321,50 ₽ до 17 марта' })
    expect(letter?.text).toContain('К оплате 4 321,50 ₽ до 17 марта включительно.')
    expect(letter?.text).toContain(`Лицевой счёт •••• ${account.slice(-4)}, квитанция за февраль 2026.`)
    expect(letter?.text).toContain(`Оплатить:\nhttps://portal.example/personal/pay?account=${account}\n`)
    expect(letter?.text).toContain(`/personal/invoice?account=${account}&period=2026-02\n`)
    expect(letter?.text).not.toContain(`счёт ${account}`)

    expect(await kindsByDay('2026-03-03', '2026-03-13')).toEqual({})
    goTo('2026-03-14', 9)
    expect(await letters()).toEqual([])
    goTo('2026-03-14')
    const [reminder, ...more] = await letters()
    expect(more).toEqual([])
    expect(reminder).toMatchObject({
      kind: 'invoice-due',
      subject: 'Оплатите квитанцию до 17 марта: 4 321,50 ₽',
    })
    expect(reminder?.text).toContain('К оплате ещё 4 321,50 ₽ до 17 марта: осталось 3 дня.')
    expect(reminder?.text).toContain(`Оплатить:\nhttps://portal.example/personal/pay?account=${account}\n`)
    expect(await kindsByDay('2026-03-14', '2026-04-02')).toEqual({})
  })

  test('tell of what is left, and of nothing that is paid', async () => {
    await turn(true)
    const paid = await addToRegister(world.database.db)
    await giveAccount(world, userId, paid)
    await invoice({ of: paid, charged: 100_000, paid: 100_000 })
    const id = await invoice({ paid: 32_150 })
    goTo('2026-03-03')
    const [letter] = await letters()
    expect(letter?.subject).toBe('Новая квитанция: 4 000,00 ₽ до 17 марта')
    await world.database.db.updateTable('invoices').set({ paid: 432_150 }).where('id', '=', id).execute()
    expect(await kindsByDay('2026-03-04', '2026-03-18')).toEqual({})
  })

  test('name all new invoices of one morning in one letter, with the soonest due day', async () => {
    const other = await addToRegister(world.database.db)
    await giveAccount(world, userId, other)
    await turn(true)
    await invoice()
    await invoice({ of: other, charged: 100_000, due: '2026-03-12' })
    goTo('2026-03-03')
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter?.subject).toBe('Новые квитанции: всего 5 321,50 ₽')
    expect(letter?.text).toContain(
      'Пришли квитанции по 2 лицевым счетам. Всего к оплате 5 321,50 ₽, ближайший срок — 12 марта.',
    )
    expect(letter?.text).toContain('квитанция за февраль 2026: 4 321,50 ₽ до 17 марта.')
    expect(letter?.text).toContain('квитанция за февраль 2026: 1 000,00 ₽ до 12 марта.')
    for (const each of [account, other]) expect(letter?.text).toContain(`/personal/pay?account=${each}\n`)
    expect(await kindsByDay('2026-03-04', '2026-03-18')).toEqual({
      '2026-03-09': ['invoice-due'],
      '2026-03-14': ['invoice-due'],
    })
  })

  test('tell of the newest of several invoices that were imported at once: it has the older debt', async () => {
    await turn(true)
    await invoice({ period: '2026-01', issued: '2026-03-02', due: '2026-03-20' })
    await invoice({ period: '2026-02', issued: '2026-03-03', due: '2026-03-20', charged: 900_000 })
    goTo('2026-03-03')
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter?.subject).toContain('9 000,00 ₽')
    goTo('2026-03-17')
    const [reminder] = await letters()
    expect(reminder?.text).toContain('квитанция за февраль 2026')
    expect(reminder?.text).not.toContain('январь')
  })

  test('do not come about what was issued before they were turned on', async () => {
    await invoice({ period: '2026-01', issued: '2026-03-01' })
    await invoice({ issued: '2026-03-02' })
    await turn(true)
    // It is imported later, but is older than the wish.
    await invoice({ period: '2025-12', issued: '2026-03-01' })
    expect(await kindsByDay('2026-03-02', '2026-03-18')).toEqual({})
    // Turned off and on, they forget nothing that was told.
    await invoice({ period: '2026-03', issued: '2026-03-18', due: '2026-04-01' })
    await turn(false)
    await turn(true)
    expect(await kindsByDay('2026-03-18', '2026-04-02')).toEqual({})
  })

  test('come about an invoice of the same day that was issued after they were turned on', async () => {
    await turn(true)
    expect(await letters()).toEqual([])
    await invoice({ issued: '2026-03-02' })
    goTo('2026-03-03')
    expect(await kinds()).toEqual(['invoice-new'])
  })

  test('do not come about an import of old invoices, nor after the due day', async () => {
    await turn(true)
    goTo('2026-04-10', 9)
    await invoice({ period: '2026-02', issued: '2026-03-09', due: '2026-05-31' })
    goTo('2026-04-10')
    expect(await letters()).toEqual([])
    await invoice({ period: '2026-03', issued: '2026-04-01', due: '2026-04-10' })
    goTo('2026-04-11')
    expect(await letters()).toEqual([])
  })

  test('come once about an invoice that is new so shortly before its due day', async () => {
    await turn(true)
    await invoice({ issued: '2026-03-03', due: '2026-03-05' })
    expect(await kindsByDay('2026-03-03', '2026-03-08')).toEqual({ '2026-03-03': ['invoice-new'] })
  })

  test('remind until the due day where no process ran before, and not after it', async () => {
    await turn(true)
    await invoice()
    goTo('2026-03-03')
    expect(await kinds()).toEqual(['invoice-new'])
    goTo('2026-03-17', 23)
    const [reminder] = await letters()
    expect(reminder?.text).toContain('до 17 марта: сегодня последний день.')
    await invoice({ period: '2026-03', issued: '2026-03-18', due: '2026-04-01' })
    goTo('2026-04-02')
    expect(await letters()).toEqual([])
  })

  test('count a payment under way as paid, and a canceled one no longer', async () => {
    await turn(true)
    await invoice()
    const payment = paymentOf(await payAsCustomer(browser, account, { amount: 432_150 }))
    expect(await kindsByDay('2026-03-03', '2026-03-03')).toEqual({})
    await world.wired.payments.cancel(payment.id, 'replaced')
    expect(await kindsByDay('2026-03-04', '2026-03-04')).toEqual({ '2026-03-04': ['invoice-new'] })
  })

  test('leave customers alone who are being deleted', async () => {
    await turn(true)
    await invoice()
    const asked = { deletion_asked_at: '2026-03-02T10:00:00.000Z' }
    await world.database.db.updateTable('users').set(asked).where('id', '=', userId).execute()
    expect(await kindsByDay('2026-03-03', '2026-03-15')).toEqual({})
  })

  test('are turned off by the link of a letter, no matter who opens it and how often', async () => {
    await turn(true)
    await invoice()
    goTo('2026-03-03')
    await step().run(() => {})
    const { headers } = await world.database.db
      .selectFrom('outbox')
      .select('headers')
      .executeTakeFirstOrThrow()
    const [letter] = await world.letters()
    const { id, code, url } = linkIn(letter)
    expect(JSON.parse(headers ?? '')).toEqual({ 'List-Unsubscribe': `<${url}>` })
    const off = (of = id, by = code, call = 'invoice-letters-off') =>
      world.browser().post(`/api/v1/users/${call}/${of}`, { code: by })
    expect((await off(id, 'another')).status).toBe(422)
    expect((await off('another', code)).status).toBe(422)
    // A link turns off the letters that it stands in, and no others.
    expect((await off(id, code, 'reading-reminder-off')).status).toBe(422)
    expect(await areOn()).toBe(true)
    expect((await off()).status).toBe(204)
    expect((await off()).status).toBe(204)
    expect(await areOn()).toBe(false)
    expect(await kindsByDay('2026-03-04', '2026-03-18')).toEqual({})
    const stored = await world.database.db.selectFrom('reminder_links').select('code_hash').execute()
    expect(stored.map(({ code_hash }) => code_hash)).not.toContain(code)
  })

  test('come once, however many processes send them, to all of many customers', async () => {
    const expected = [`${userId}@example.ru`]
    await turn(true)
    await invoice()
    for (let more = 0; more < 60; more++) {
      const of = await addToRegister(world.database.db)
      const customer = await customerWith(world, of)
      expect((await customer.browser.post(path, { on: true })).status).toBe(204)
      await invoice({ of })
      expected.push(`${customer.id}@example.ru`)
    }
    const others = await Promise.all([world.replica(), world.replica()])
    goTo('2026-03-03')
    const databases = [world.database, ...others.map(({ database }) => database)]
    await Promise.all([...databases, ...databases].map((database) => step(database).run(() => {})))
    const sent = await world.letters()
    expect(sent.map(({ to }) => to).toSorted()).toEqual(expected.toSorted())
  })
})
