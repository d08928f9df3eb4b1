import { randomUUID } from 'node:crypto'
import { autopaymentCreationService } from 'api/autopayments/autopayment-creation.service'
import { autopaymentsService } from 'api/autopayments/autopayments.service'
import { createLimiter } from 'api/limits/limiter'
import { defaultLimits } from 'api/limits/rules'
import type { GatewayAnswer } from 'api/payments/gateways/payment-gateway'
import { toKopecks } from 'contract/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld, publicUrl } from '../support/api-world'
import {
  autopaymentsOf,
  autopaymentsPath,
  goTo,
  issueInvoice,
  monthly,
  newOf,
  setAutopayment,
  theAutopayment,
} from '../support/autopayments-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { atBank, newKey, payAsCustomer, paymentOf } from '../support/payments-world'

const hourlyPayments = 3

describeOnEachDatabase('an autopayment that is to be set', (kind) => {
  const gateway = faultyGateway()
  const world = openForTests(() =>
    openApiWorld(kind, {
      limits: { paymentsPerCustomer: { max: hourlyPayments, minutes: 60 } },
      aroundGateway: gateway.around,
    }),
  )
  let account: string
  beforeEach(async () => {
    gateway.reset()
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  const payAtBank = async ({ confirmationUrl }: ReturnType<typeof newOf>) => {
    await atBank(world.api).pay(confirmationUrl ?? '')
    world.pass(3_000)
  }

  it('by invoice has neither a day nor a sum, even if they are sent', async () => {
    const { browser } = await customerWith(world, account)
    const newAutopayment = newOf(await setAutopayment(browser, account, { day: 5, amount: 70_000 }))
    expect(newAutopayment).toMatchObject({ rule: 'invoice', day: null, amount: null })
  })

  it('by a day of the month pays this month, though its invoice is there already', async () => {
    await issueInvoice(world, account, '2026-03', 10_000)
    const { browser } = await customerWith(world, account)
    const newAutopayment = newOf(await setAutopayment(browser, account, monthly))
    await payAtBank(newAutopayment)
    expect((await theAutopayment(browser)).nextRunAt).toBe('2026-03-15T07:00:00.000Z')
  })

  it('is shown with its card and its next charge when the form is sent again after the payment', async () => {
    const { browser } = await customerWith(world, account)
    const key = newKey()
    const newAutopayment = newOf(await setAutopayment(browser, account, { ...monthly, key }))
    await payAtBank(newAutopayment)
    await theAutopayment(browser)
    expect(newOf(await setAutopayment(browser, account, { ...monthly, key }))).toMatchObject({
      id: newAutopayment.id,
      status: 'active',
      method: { kind: 'card', title: 'Mastercard ••\u00a04444' },
      nextRunAt: '2026-03-15T07:00:00.000Z',
      confirmationUrl: null,
    })
  })

  it('is asked about at the gateway until its first payment has ended, though the receipt is not made yet', async () => {
    const { browser } = await customerWith(world, account)
    const newAutopayment = newOf(await setAutopayment(browser, account))
    await payAtBank(newAutopayment)
    expect(await theAutopayment(browser)).toMatchObject({ status: 'active' })
    const { questions } = gateway.counts()
    world.pass(3_000)
    expect(await theAutopayment(browser)).toMatchObject({ status: 'active' })
    expect(gateway.counts().questions).toBe(questions)
  })

  it('asks for the debt once when two forms are sent at the same moment', async () => {
    await issueInvoice(world, account, '2026-02', 260_091)
    const { browser } = await customerWith(world, account)
    for (const answer of await Promise.all([1, 2].map(() => setAutopayment(browser, account)))) newOf(answer)
    const pending = await world.database.db
      .selectFrom('payments')
      .select('amount')
      .where('account', '=', account)
      .where('status', '=', 'pending')
      .orderBy('amount')
      .execute()
    // The second one takes 1 ₽ beside the first, or replaces it if the first is at the bank already.
    expect(pending.filter(({ amount }) => amount !== 100)).toEqual([{ amount: 260_091 }])
  })

  it('is not set again by a form whose autopayment was removed', async () => {
    const { browser } = await customerWith(world, account)
    const key = newKey()
    const { id } = newOf(await setAutopayment(browser, account, { key }))
    expect((await browser.delete(autopaymentsPath + id)).status).toBe(204)
    expect(await setAutopayment(browser, account, { key })).toMatchObject({
      status: 409,
      body: { message: 'Этот автоплатёж уже удалён. Подключите его заново.' },
    })
    expect(await autopaymentsOf(browser)).toEqual([])
  })

  it('is not stored for a customer who asks for deletion between the sign-in check and the storing', async () => {
    const { id } = await customerWith(world, account)
    const { database, config, wired, now } = world
    await database.db
      .updateTable('users')
      .set({ erase_at: now().toISOString() })
      .where('id', '=', id)
      .execute()
    const { create } = autopaymentCreationService({
      config,
      database,
      payments: wired.payments,
      limiter: createLimiter(database, defaultLimits),
    })
    const created = create({
      customer: { id, name: 'Анна', email: `${id}@example.ru`, phone: null, emailVerified: true },
      visitor: { address: '203.0.113.7', device: null, deviceId: null, requestId: randomUUID() },
      key: randomUUID(),
      account,
      rule: 'invoice',
      limit: toKopecks(500_000),
      successUrl: publicUrl,
      failedUrl: publicUrl,
      now: now(),
    })
    await expect(created).rejects.toMatchObject({ problem: 'removed_meanwhile' })
    for (const table of ['autopayments', 'payments'] as const) {
      const stored = await database.db.selectFrom(table).select('id').where('account', '=', account).execute()
      expect(stored).toEqual([])
    }
  })

  it('counts against its own customer’s limit of payments alone', async () => {
    const accounts = [account]
    while (accounts.length <= hourlyPayments) accounts.push(await addToRegister(world.database.db))
    const { browser } = await customerWith(world, ...accounts)
    const neighbour = await customerWith(world, account)
    const statuses: number[] = []
    for (const one of accounts) statuses.push((await setAutopayment(browser, one)).status)
    expect(statuses).toEqual([...Array<number>(hourlyPayments).fill(201), 429])
    newOf(await setAutopayment(neighbour.browser, account))
  })

  it('leaves what was begun as it is when it is refused for the limit', async () => {
    await issueInvoice(world, account, '2026-02', 260_091)
    const { browser } = await customerWith(world, account)
    const requests = Array.from({ length: hourlyPayments }, () =>
      payAsCustomer(browser, account, { amount: 1_000 }),
    )
    for (const answer of await Promise.all(requests)) paymentOf(answer)
    expect((await setAutopayment(browser, account)).status).toBe(429)
    const payments = await world.database.db
      .selectFrom('payments')
      .select('status')
      .where('account', '=', account)
      .execute()
    expect(payments).toEqual(Array(hourlyPayments).fill({ status: 'pending' }))
  })

  it('is removed even when a fault keeps its first payment from being canceled', async () => {
    const { id: userId, browser } = await customerWith(world, account)
    const { id, firstPayment } = newOf(await setAutopayment(browser, account))
    const { config, database, wired, now } = world
    const { remove } = autopaymentsService({
      config,
      database,
      limiter: createLimiter(database, defaultLimits),
      payments: { ...wired.payments, cancel: () => Promise.reject(new Error('no database')) },
      log: world.log,
    })
    await remove({ userId, id, now: now() })
    expect(await autopaymentsOf(browser)).toEqual([])
    expect(world.logged).toContainEqual(expect.objectContaining({ error: 'Error', payment: firstPayment }))
  })

  describe('and whose first payment saves no card,', () => {
    const withoutCard = (answer: GatewayAnswer): GatewayAnswer =>
      answer.kind === 'payment' ? { ...answer, payment: { ...answer.payment, saved: null } } : answer

    it('fails, and its customer is told how to set it again', async () => {
      const { id, browser } = await customerWith(world, account)
      await issueInvoice(world, account, '2026-02', 260_091)
      const newAutopayment = newOf(await setAutopayment(browser, account))
      await world.letters()
      gateway.replaceAnswers(withoutCard)
      await payAtBank(newAutopayment)
      expect(await theAutopayment(browser)).toMatchObject({
        id: newAutopayment.id,
        status: 'failed',
        failReason: 'Карта не сохранилась: списывать с неё автоматически нельзя.',
        method: null,
        nextRunAt: null,
        resumeNeeds: 'card',
        lastPayment: { id: newAutopayment.firstPayment, amount: 260_091, status: 'succeeded' },
      })
      const letters = await world.letters()
      expect(letters.map(({ kind, to }) => [kind, to])).toEqual([
        ['autopayment-not-connected', `${id}@example.ru`],
        ['payment-receipt', `${id}@example.ru`],
      ])
      expect(letters[0]?.text).toContain('Платёж на 2\u00a0600,91\u00a0₽ по лицевому счёту')
      expect(letters[0]?.text).toContain(`/personal/autopayments/new?account=${account}`)
    })

    it('tells of nothing when the autopayment was removed meanwhile', async () => {
      gateway.cannotCancel()
      const { browser } = await customerWith(world, account)
      const newAutopayment = newOf(await setAutopayment(browser, account))
      expect((await browser.delete(autopaymentsPath + newAutopayment.id)).status).toBe(204)
      await world.letters()
      gateway.replaceAnswers(withoutCard)
      await payAtBank(newAutopayment)
      await goTo(world, '2026-03-03', 0)
      expect((await world.letters()).map(({ kind }) => kind)).toEqual(['payment-receipt'])
    })
  })
})
