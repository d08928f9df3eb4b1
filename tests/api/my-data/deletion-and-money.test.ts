import { chargeSavedMethod } from 'api/payments'
import { hashPassword } from 'api/users'
import { toKopecks } from 'contract/money'
import { savedMethodsAnswer } from 'contract/payments'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, login, openApiWorld, password } from '../support/api-world'
import {
  autopaymentsOf,
  chargesOf,
  customerWithAutopayment,
  goTo,
  monthly,
  newOf,
  setAutopayment,
} from '../support/autopayments-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { askForDeletion, consentsOf, eraseDue, undoDeletion, undoLink } from '../support/my-data-world'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  mirCard,
  payAsCustomer,
  paymentOf,
  runJobs,
} from '../support/payments-world'

describeOnEachDatabase('a deletion', (kind) => {
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  let account: string
  beforeEach(async () => {
    gateway.reset()
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  /** Gives a customer the password of the tests. */
  const known = async <Customer extends { id: string; browser: Browser }>(customer: Customer) => {
    await world.database.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password), email_verified_at: world.now().toISOString() })
      .where('id', '=', customer.id)
      .execute()
    return { ...customer, email: `${customer.id}@example.ru` }
  }
  const payer = async () => known(await customerWith(world, account))
  const cardsOf = async (browser: Browser) =>
    savedMethodsAnswer.parse((await browser.get('/api/v1/personal/payment-methods/')).body).data
  const jobs = (afterMs = 10_000) => {
    world.pass(afterMs)
    return runJobs(world.wired)
  }
  const linkedCards = async (userId: string) =>
    (
      await world.database.db
        .selectFrom('payment_methods')
        .select('id')
        .where('user_id', '=', userId)
        .where('unlinked_at', 'is', null)
        .execute()
    ).length
  const livingAutopayments = async (userId: string) =>
    (
      await world.database.db
        .selectFrom('autopayments')
        .select('status')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute()
    ).map(({ status }) => status)
  /** Erases the customer now, as if 30 days had passed: payments may still be pending then. */
  const erase = async (userId: string) => {
    await world.database.db
      .updateTable('users')
      .set({ erase_at: world.now().toISOString() })
      .where('id', '=', userId)
      .execute()
    await eraseDue(world)
  }

  test('stops autopayments, unlinks cards and withdraws consents; an undo does not bring them back', async () => {
    const customer = await known(await customerWithAutopayment(world, account, monthly))
    expect((await consentsOf(customer.browser)).body).toMatchObject({
      data: [{ kind: 'autopayment', version: '2026-03-01', withdrawnAt: null, address: '203.0.113.7' }],
    })
    world.pass(1_000)
    const askedAt = world.now().toISOString()
    const before = await chargesOf(world, account)
    expect((await askForDeletion(customer.browser)).status).toBe(204)
    await goTo(world, '2026-03-14', 11 * 60)
    await goTo(world, '2026-03-15', 11 * 60)
    await goTo(world, '2026-03-16', 11 * 60)
    expect(await chargesOf(world, account)).toEqual(before)
    const letters = await world.letters()
    expect(letters.map(({ kind }) => kind)).toEqual(['payment-receipt', 'deletion'])

    await undoDeletion(world.browser(), undoLink(letters))
    const again = world.browser()
    expect((await login(again, customer.email)).status).toBe(200)
    expect(await autopaymentsOf(again)).toEqual([])
    expect(await cardsOf(again)).toEqual([])
    expect((await consentsOf(again)).body).toMatchObject({
      data: [{ kind: 'autopayment', withdrawnAt: askedAt }],
    })
    await goTo(world, '2026-04-15', 11 * 60)
    await goTo(world, '2026-04-16', 11 * 60)
    expect(await chargesOf(world, account)).toEqual(before)
  })

  test('lets no charge be made that was stored before it and not sent yet', async () => {
    const customer = await known(await customerWithAutopayment(world, account, monthly))
    const [card] = await cardsOf(customer.browser)
    const { payments } = world.wired
    const { now } = world
    const stored = await world.database.transaction((trx) =>
      chargeSavedMethod(trx, payments, {
        scope: 'autopayment test',
        run: '2026-03 1',
        userId: customer.id,
        account,
        amount: toKopecks(200_000),
        methodId: card?.id ?? '',
        now: now(),
      }),
    )
    const id = stored?.id ?? ''
    await askForDeletion(customer.browser)
    await payments.process(id)
    await jobs(60_000)
    expect(await charged(world, id)).toEqual([])
    const state = await world.database.db
      .selectFrom('payments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(state?.status).toBe('canceled')
    // Nor is one stored afterwards.
    const later = await world.database.transaction((trx) =>
      chargeSavedMethod(trx, payments, {
        scope: 'autopayment test',
        run: '2026-03 2',
        userId: customer.id,
        account,
        amount: toKopecks(200_000),
        methodId: card?.id ?? '',
        now: now(),
      }),
    )
    expect(later).toBeNull()
  })

  test('credits a payment that was at the bank, and keeps no card of it', async () => {
    const customer = await payer()
    const payment = paymentOf(await payAsCustomer(customer.browser, account, { saveMethod: true }))
    const page = bankPageOf(payment)
    await askForDeletion(customer.browser)
    world.pass(10_000)
    await atBank(world.api).pay(page, mirCard)
    await jobs()
    expect(await balance(world, account)).toBe(-260_091)
    expect(await linkedCards(customer.id)).toBe(0)
    expect((await world.letters()).map(({ kind, to }) => [kind, to])).toEqual([
      ['deletion', customer.email],
      ['payment-receipt', customer.email],
    ])
  })

  test('cancels the first payment of an autopayment, which was at the bank', async () => {
    const customer = await payer()
    const newAutopayment = newOf(await setAutopayment(customer.browser, account))
    expect((await askForDeletion(customer.browser)).status).toBe(204)
    expect((await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '', mirCard)).status).toBe(409)
    await jobs()
    expect(await chargesOf(world, account)).toEqual([])
    expect(await livingAutopayments(customer.id)).toEqual([])
  })

  test('lets no autopayment begin by a first payment at a bank that cancels none', async () => {
    gateway.cannotCancel()
    const customer = await payer()
    const newAutopayment = newOf(await setAutopayment(customer.browser, account))
    await askForDeletion(customer.browser)
    world.pass(10_000)
    await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '', mirCard)
    await jobs()
    expect(await chargesOf(world, account)).toEqual([100])
    expect(await livingAutopayments(customer.id)).toEqual([])
    expect(await linkedCards(customer.id)).toBe(0)
  })

  test('asked for while an autopayment is set, leaves none that could charge', async () => {
    for (let round = 0; round < 6; round++) {
      account = await addToRegister(world.database.db)
      const customer = await payer()
      const [deleted, answer] = await Promise.all([
        askForDeletion(customer.browser),
        setAutopayment(customer.browser, account),
      ])
      expect(deleted.status).toBe(204)
      expect([201, 401, 409]).toContain(answer.status)
      if (answer.status === 201) await atBank(world.api).pay(newOf(answer).confirmationUrl ?? '', mirCard)
      await jobs()
      expect(await livingAutopayments(customer.id)).toEqual([])
      expect(await linkedCards(customer.id)).toBe(0)
    }
  })

  test('carried out, still credits a payment that succeeds after it, and writes to nobody', async () => {
    const customer = await payer()
    const payment = paymentOf(await payAsCustomer(customer.browser, account, { saveMethod: true }))
    const page = bankPageOf(payment)
    await askForDeletion(customer.browser)
    await world.letters()
    await erase(customer.id)
    world.pass(10_000)
    await atBank(world.api).pay(page, mirCard)
    await jobs()
    expect(await charged(world, payment.id)).toEqual([260_091])
    expect(await balance(world, account)).toBe(-260_091)
    expect(await world.letters()).toEqual([])
    const kept = await world.database.db
      .selectFrom('payments')
      .select(['user_id', 'status', 'amount'])
      .where('id', '=', payment.id)
      .executeTakeFirst()
    expect(kept).toEqual({ user_id: null, status: 'succeeded', amount: 260_091 })
  })

  test('carried out, credits a charge of an autopayment whose outcome comes only then', async () => {
    const customer = await known(
      await customerWithAutopayment(world, account, { ...monthly, later: 'breaks' }),
    )
    const { db } = world.database
    await db
      .insertInto('ledger_entries')
      .values({
        id: `debt of ${account}`,
        account,
        kind: 'charge',
        amount: 500_000,
        happened_at: world.now().toISOString(),
      })
      .execute()
    await goTo(world, '2026-03-14', 10 * 60)
    // The gateway's answer to this charge is lost.
    await goTo(world, '2026-03-15', 10 * 60)
    const charges = await chargesOf(world, account)
    expect(charges).toEqual([100, 200_000])
    await askForDeletion(customer.browser)
    await erase(customer.id)
    for (let minute = 0; minute < 5; minute++) await jobs(60_000)
    expect(await chargesOf(world, account)).toEqual(charges)
    const pending = await db.selectFrom('payments').select('status').where('account', '=', account).execute()
    expect(pending.map(({ status }) => status)).toEqual(charges.map(() => 'succeeded'))
    expect(world.logged.filter((line) => 'error' in line)).toEqual([])
  })
})
