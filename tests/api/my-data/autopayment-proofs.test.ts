import { forgetExpiredStep } from 'api/forget-expired.step'
import { hashPassword } from 'api/users'
import { HOUR } from 'format/durations'
import { beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld, password } from '../support/api-world'
import { byInvoice, customerWithAutopayment, goTo, issueInvoice } from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { askForDeletion, day, eraseDue } from '../support/my-data-world'
import { readingOperatorOf } from '../support/operator'

describeOnEachDatabase('of the autopayments of a customer who was erased', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let userId: string
  let charge: string

  beforeAll(async () => {
    const account = await addToRegister(world.database.db)
    const customer = await customerWithAutopayment(world, account, byInvoice)
    userId = customer.id
    await goTo(world, '2026-03-03', 9 * 60)
    await issueInvoice(world, account, '2026-02', 90_000)
    await goTo(world, '2026-03-03', 9 * 60 + 1)
    await goTo(world, '2026-03-05', 10 * 60)
    await goTo(world, '2026-03-05', 10 * 60 + 1)
    const paid = await world.database.db
      .selectFrom('payments')
      .select('id')
      .where('account', '=', account)
      .where('source', '=', 'autopayment')
      .where('status', '=', 'succeeded')
      .executeTakeFirstOrThrow()
    charge = paid.id
    await world.database.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', userId)
      .execute()
    expect((await askForDeletion(customer.browser)).status).toBeLessThan(300)
    world.pass(31 * day)
    await eraseDue(world)
    const erased = world.database.db.selectFrom('users').select('id').where('id', '=', userId)
    expect(await erased.execute()).toEqual([])
  })

  test('consent, limit and warning of each charge stay, without anything of the person', async () => {
    const proofs = await world.database.db.selectFrom('autopayment_proofs').selectAll().execute()
    const common = {
      rule: 'invoice',
      limit_amount: byInvoice.limit,
      consent_version: '2026-03-01',
      consent_at: expect.stringMatching(/^2026-03-02/),
      removed_at: expect.stringMatching(/^2026-03-05/),
      keep_until: expect.stringMatching(/^2029-04-05/),
    }
    expect(proofs).toHaveLength(2)
    expect(proofs).toContainEqual({
      ...common,
      payment_id: charge,
      period: '2026-02',
      warned_amount: 90_000,
      warned_at: expect.stringMatching(/^2026-03-03/),
    })
    expect(proofs).toContainEqual({
      ...common,
      payment_id: expect.any(String),
      period: null,
      warned_amount: null,
      warned_at: null,
    })
    expect(JSON.stringify(proofs)).not.toContain(userId)
  })

  test('an operator finds them by the number of the payment', async () => {
    const printed = await readingOperatorOf(world)('find', charge)
    expect(printed).toMatch(
      /consent +autopayment, invoice, up to .+, text of 2026-03-01, given .+, withdrawn .+/,
    )
    expect(printed).toMatch(/announced +900,00.₽, 03\.03\.2026/)
  })

  test('they go three years later', async () => {
    const { db } = world.database
    const leftOn = async (day: string) => {
      let now = new Date(day)
      const step = forgetExpiredStep({ db, clock: () => now })
      now = new Date(now.getTime() + HOUR)
      await step.run(() => {})
      return (await db.selectFrom('autopayment_proofs').select('payment_id').execute()).length
    }
    expect(await leftOn('2029-04-01')).toBe(2)
    expect(await leftOn('2029-04-06')).toBe(0)
  })
})
