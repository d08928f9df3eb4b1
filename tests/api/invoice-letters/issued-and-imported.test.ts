import { issueInvoicesStep } from 'api/billing'
import { demoPassword } from 'api/demo/demo-customers'
import { demoCompanyRules, seedDemo } from 'api/demo/seed-demo'
import { writeAboutInvoicesStep } from 'api/invoice-letters'
import { localHour } from 'format/local-hour'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { type ApiWorld, login, openApiWorld } from '../support/api-world'
import { customerWith } from '../support/billing-register'
import { openImportWorld } from '../support/import-world'

const path = '/api/v1/personal/invoice-letters/'
const timeZone = 'Europe/Moscow'
/** Of the demo data. */
const email = 'anna@mail.example'

const goTo = (world: ApiWorld, day: string, hour: number) =>
  world.pass(localHour(day, hour, timeZone).getTime() - world.now().getTime())

const letters = async (world: ApiWorld) => {
  const { database, config: site, wired, now: clock } = world
  await writeAboutInvoicesStep({ database, payments: wired.payments, site, clock }).run(() => {})
  return (await world.letters()).filter(({ kind }) => kind === 'invoice-new')
}

describeOnEachDatabase('letters about new invoices', (kind) => {
  test('come about invoices that the company’s rules have issued, in one letter for each customer', async () => {
    const world = await openApiWorld(kind)
    const { database, now: clock, log } = world
    await seedDemo(database, { now: world.now(), timeZone })
    const anna = world.browser()
    await login(anna, email, demoPassword)
    expect((await anna.post(path, { on: true })).status).toBe(204)
    expect(await letters(world)).toEqual([])

    goTo(world, '2026-04-01', 1)
    await issueInvoicesStep({ database, chargeRules: demoCompanyRules, timeZone, clock, log }).run(() => {})
    goTo(world, '2026-04-01', 10)
    const [letter, ...others] = await letters(world)
    expect(others).toEqual([])
    const { db } = database
    const own = await db
      .selectFrom('customer_accounts')
      .innerJoin('users', 'users.id', 'customer_accounts.user_id')
      .innerJoin('invoices', 'invoices.account', 'customer_accounts.account')
      .select((eb) => [
        'invoices.account',
        eb(eb('opening_balance', '+', eb.ref('charged')), '+', eb('penalty', '-', eb.ref('paid'))).as('left'),
      ])
      .where('email', '=', email)
      .where('period', '=', '2026-03')
      .execute()
    const named = (account: string) =>
      letter?.text.includes(`/personal/invoice?account=${account}&period=2026-03`)
    expect(own.filter(({ left }) => left > 0).length).toBeGreaterThan(1)
    expect(own.map(({ account }) => named(account))).toEqual(own.map(({ left }) => left > 0))
    await world.close()
  })

  test('come about imported invoices', async () => {
    const world = await openImportWorld(kind)
    await world.example('accounts', '--apply')
    const importedAt = world.now().getTime()
    goTo(world, '2026-09-30', 12)
    const { browser } = await customerWith(world, '200100017')
    expect((await browser.post(path, { on: true })).status).toBe(204)
    world.pass(importedAt - world.now().getTime())
    expect(await letters(world)).toEqual([])
    await world.example('invoices', '--apply')
    expect(await letters(world)).toEqual([])
    goTo(world, '2026-10-07', 10)
    const [letter, ...others] = await letters(world)
    expect(others).toEqual([])
    expect(letter?.subject.replaceAll('\u00a0', ' ')).toMatch(/^Новая квитанция: 1 967,80 ₽ до 15 октября$/)
    expect(await letters(world)).toEqual([])
    await world.close()
  })
})
