import { addDays } from 'format/dates'
import { DAY } from 'format/durations'
import { localHour } from 'format/local-hour'
import { afterEach, expect, it } from 'vitest'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import {
  chargesOf,
  customerWithAutopayment,
  issueInvoice,
  monthly,
  theAutopayment,
} from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { runJobs } from '../support/payments-world'

let world: ApiWorld
let account: string
afterEach(() => world.close())

/** A customer whose autopayment charges on the day, a week before it. */
const openBefore = async (day: string, timeZone: string) => {
  world = await openApiWorld('sqlite', { env: { TIME_ZONE: timeZone } })
  world.pass(localHour(day, 12, timeZone).getTime() - 7 * DAY - world.now().getTime())
  account = await addToRegister(world.database.db)
  const customer = await customerWithAutopayment(world, account, { ...monthly, day: Number(day.slice(8)) })
  await issueInvoice(world, account, day.slice(0, 7), 900_000)
  return customer
}

const goTo = async (moment: string | Date, earlierMs = 0) => {
  world.pass(new Date(moment).getTime() - earlierMs - world.now().getTime())
  await runJobs(world.wired)
  await world.handOverLetters()
}

const attempts = async () => {
  const rows = await world.database.db
    .selectFrom('payments')
    .select('created_at')
    .where('account', '=', account)
    .where('source', '=', 'autopayment')
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

it.each([
  ['Europe/Berlin', 'summer time begins', '2027-03-28', '2027-03-28T08:00:00.000Z'],
  ['Europe/Berlin', 'summer time ends', '2026-10-25', '2026-10-25T09:00:00.000Z'],
  ['Asia/Novosibirsk', 'the zone goes on an hour', '2016-07-24', '2016-07-24T03:00:00.000Z'],
])('in %s, on the day on which %s, charges at ten by the clock', async (zone, _, day, ten) => {
  const { browser } = await openBefore(day, zone)
  expect((await theAutopayment(browser)).nextRunAt).toBe(ten)
  // The warning comes 25 hours before.
  await goTo(ten, 25 * 3_600_000 + 1)
  expect((await world.letters()).map(({ kind }) => kind)).not.toContain('autopayment-warning')
  await goTo(ten, 25 * 3_600_000)
  expect((await world.letters()).map(({ kind }) => kind)).toEqual(['autopayment-warning'])
  await goTo(ten, 1)
  expect(await attempts()).toEqual([])
  await goTo(ten)
  expect(await attempts()).toEqual([ten])
  expect(await chargesOf(world, account)).toEqual([100, 200_000])
})

const declinedOn = async (day: string, zone: string) => {
  await openBefore(day, zone)
  const { db } = world.database
  await db.updateTable('sandbox_cards').set({ later_charges: 'insufficient_funds' }).execute()
  for (let hour = -26; hour < 4 * 24; hour += 1) {
    await goTo(new Date(localHour(day, 10, zone).getTime() + hour * 3_600_000))
  }
  return attempts()
}

it('tries again at ten by the clock when a day has 25 hours', async () => {
  expect(await declinedOn('2026-10-24', 'Europe/Berlin')).toEqual([
    '2026-10-24T08:00:00.000Z',
    '2026-10-25T09:00:00.000Z',
    '2026-10-27T09:00:00.000Z',
  ])
})

it('tries again an hour later when a day has 23, since a whole day after the letter has to pass, and then at ten', async () => {
  expect(await declinedOn('2027-03-27', 'Europe/Berlin')).toEqual([
    '2027-03-27T09:00:00.000Z',
    '2027-03-28T09:00:00.000Z',
    '2027-03-30T08:00:00.000Z',
  ])
})

it('charges by invoice at ten by the clock, at least a day after the letter', async () => {
  world = await openApiWorld('sqlite', { env: { TIME_ZONE: 'Europe/Berlin' } })
  world.pass(new Date('2026-10-20T12:00:00Z').getTime() - world.now().getTime())
  account = await addToRegister(world.database.db)
  await customerWithAutopayment(world, account, { limit: 1_000_000 })
  await issueInvoice(world, account, '2026-09', 100_000)
  await goTo(localHour(addDays('2026-10-25', -1), 9, 'Europe/Berlin'))
  await goTo('2026-10-25T08:59:59.000Z')
  expect(await attempts()).toEqual([])
  await goTo('2026-10-25T09:00:00.000Z')
  expect(await attempts()).toEqual(['2026-10-25T09:00:00.000Z'])
})
