import { calendarAnswer, calendarLinkAnswer, newCalendarLinkAnswer } from 'contract/reminders'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { addInvoice, addMeter, addToRegister, customerWith } from '../support/billing-register'

const link = '/api/v1/personal/calendar-link/'

// The world begins on 2 March 2026.
describeOnEachDatabase('the calendar', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { env: { READINGS_WINDOW: '20-31' } }))
  let account: string
  let userId: string
  let browser: Browser
  beforeEach(async () => {
    await world.empty()
    account = await addToRegister(world.database.db)
    ;({ id: userId, browser } = await customerWith(world, account))
  })

  const sums = { opening_balance: 100, charged: 900, penalty: 10 }
  const hasInvoice = (period: string, due_at: string, paid = 0) =>
    addInvoice(world.database.db, account, period, { due_at, paid, ...sums })
  const newLink = async () => {
    const { status, body } = await browser.post(link)
    expect(status).toBe(201)
    return newCalendarLinkAnswer.parse(body).data.token
  }
  const read = (token: string) => world.browser().get(`/api/v1/calendar/${token}`)
  const events = async (token: string) => calendarAnswer.parse((await read(token)).body).data
  const made = async () => calendarLinkAnswer.parse((await browser.get(link)).body).data.createdAt

  test('has the windows of three months and the due days of unpaid invoices', async () => {
    await addMeter(world.database.db, account)
    const unpaid = await hasInvoice('2026-02', '2026-03-15')
    const inPart = await hasInvoice('2026-01', '2026-02-15', 1_009)
    await hasInvoice('2025-12', '2026-03-14', 1_010)
    await hasInvoice('2025-11', '2026-01-31')
    expect(await events(await newLink())).toEqual([
      { kind: 'window', id: '2026-03', from: '2026-03-20', to: '2026-03-31' },
      { kind: 'window', id: '2026-04', from: '2026-04-20', to: '2026-04-30' },
      { kind: 'window', id: '2026-05', from: '2026-05-20', to: '2026-05-31' },
      expect.objectContaining({ kind: 'due', id: inPart, period: '2026-01', dueAt: '2026-02-15' }),
      {
        kind: 'due',
        id: unpaid,
        account: `••••\u00a0${account.slice(-4)}`,
        address: 'г. Тихобережск, ул. Зе…, д. 14, кв. …',
        period: '2026-02',
        dueAt: '2026-03-15',
      },
    ])
  })

  test('has no windows for a customer without meters', async () => {
    expect(await events(await newLink())).toEqual([])
  })

  test('is told once, kept as a hash, and ends when it is replaced or turned off', async () => {
    expect(await made()).toBeNull()
    const first = await newLink()
    expect(first.length).toBeGreaterThan(40)
    expect(await made()).toBe('2026-03-02T09:00:00.000Z')
    const rows = await world.database.db.selectFrom('calendar_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(first)
    expect((await read(first)).status).toBe(200)

    const second = await newLink()
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    expect((await browser.delete(link)).status).toBe(204)
    expect((await browser.delete(link)).status).toBe(204)
    expect((await read(second)).status).toBe(404)
    expect(await made()).toBeNull()
  })

  test('is the customer’s own, and nothing of it stands in the log', async () => {
    const { browser: other } = await customerWith(world, account)
    const token = await newLink()
    expect(calendarLinkAnswer.parse((await other.get(link)).body).data.createdAt).toBeNull()
    await other.delete(link)
    expect((await read(token)).status).toBe(200)
    expect(JSON.stringify(world.logged)).not.toContain(token)
  })

  test.each(['unknown', 'x'.repeat(43), '..%2f..'])('answers 404 for %s', async (token) => {
    expect((await read(token)).status).toBe(404)
  })

  test('is not shown while its customer is being deleted', async () => {
    const token = await newLink()
    const asked = (at: string | null) =>
      world.database.db.updateTable('users').set({ deletion_asked_at: at }).where('id', '=', userId).execute()
    await asked('2026-03-02T10:00:00.000Z')
    expect((await read(token)).status).toBe(404)
    await asked(null)
    expect((await read(token)).status).toBe(200)
  })
})
