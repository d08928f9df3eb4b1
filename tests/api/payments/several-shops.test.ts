import { shopsCheck } from 'cli/doctor/checks/gateway.check'
import { toKopecks } from 'contract/money'
import { DAY, HOUR, SECOND } from 'format/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import {
  goTo,
  issueInvoice,
  monthly,
  newOf,
  setAutopayment,
  theAutopayment,
} from '../support/autopayments-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { type FakeYookassa, startFakeYookassa } from '../support/fake-yookassa'
import { readingOperatorOf, why } from '../support/operator'
import {
  balance,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  runJobs,
  savedMethodsOf,
  sendWebhook,
} from '../support/payments-world'

type Replica = Awaited<ReturnType<ApiWorld['replica']>>

describeOnEachDatabase('after the company has got another shop at its gateway', (kind) => {
  let old: FakeYookassa
  let current: FakeYookassa
  /** The servers before the change: their settings have only the old shop. */
  let world: ApiWorld
  /** Their settings have both shops. */
  let moved: Replica
  /** Their settings have only the new shop. */
  let forgetful: Replica
  let account: string

  beforeAll(async () => {
    old = await startFakeYookassa({ shopId: '506751' })
    current = await startFakeYookassa({ shopId: '600100', others: [old] })
    world = await openApiWorld(kind, { env: { ...old.settings, YOOKASSA_API_URL: current.url } })
    for (const fake of [old, current]) fake.setClock(world.now)
    const former = { YOOKASSA_FORMER_SHOPS: `${old.shopId}:${old.secretKey}` }
    moved = await world.replica({ ...current.settings, ...former })
    forgetful = await world.replica(current.settings)
  })
  afterAll(async () => {
    await world.close()
    for (const fake of [old, current]) await fake.close()
  })
  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
    for (const fake of [old, current]) fake.created.length = 0
  })

  const orderOf = (url: string | null | undefined) => new URL(url ?? '').searchParams.get('orderId') ?? ''
  const beginPayment = async () => {
    const { id, confirmationUrl } = paymentOf(await payAsGuest(world.browser(), account))
    return { id, gatewayId: orderOf(confirmationUrl) }
  }
  const paidInOldShop = async () => {
    const payment = await beginPayment()
    old.pay(payment.gatewayId)
    world.pass(10 * SECOND)
    await runJobs(world.wired)
    return payment
  }
  const readAt = async (replica: Replica, id: string) =>
    paymentOf(await world.browserOf(replica.api).get(`/api/v1/pay/${id}`))
  const send = async (replica: Replica, event: string, object: object) => {
    const browser = () => world.browserOf(replica.api)
    return sendWebhook({ browser }, { type: 'notification', event, object }, 'yookassa')
  }
  const operator = (replica: Replica) => readingOperatorOf({ ...world, config: replica.site })
  const lettersAbout = async (kind: string) =>
    (await world.letters()).filter((letter) => letter.kind === kind).map(({ text }) => text)

  describe('and kept the old one in the settings', () => {
    it('a payment of the old shop is polled there, and a new one goes to the new shop', async () => {
      const { id, gatewayId } = await beginPayment()
      old.pay(gatewayId)
      world.pass(10 * SECOND)
      expect(await readAt(moved, id)).toMatchObject({ status: 'succeeded' })
      expect(await balance(world, account)).toBe(-260_091)

      paymentOf(await payAsGuest(world.browserOf(moved.api), account, { amount: 5_000 }))
      expect([old.created.length, current.created.length]).toEqual([1, 1])
    })

    it('a webhook about it has it read in its own shop', async () => {
      const { id, gatewayId } = await beginPayment()
      old.pay(gatewayId)
      world.pass(10 * SECOND)
      expect(await send(moved, 'payment.succeeded', { id: gatewayId, metadata: { payment: id } })).toBe(200)
      expect(await balance(world, account)).toBe(-260_091)
    })

    it('a refund of it is made in its own shop, by the command and in the office', async () => {
      const { id, gatewayId } = await paidInOldShop()
      expect(await operator(moved)('refund', id, '1000', ...why)).toContain('given back')
      const refund = old.refundInOffice(gatewayId, '500.00')
      expect(await send(moved, 'refund.succeeded', { id: refund, payment_id: gatewayId })).toBe(200)
      expect(old.refunds.size).toBe(2)
      expect(current.refunds.size).toBe(0)
      expect(await balance(world, account)).toBe(-260_091 + 150_000)
    })

    it('a card that the old shop has saved is charged there', async () => {
      const { browser } = await customerWith(world, account)
      const first = paymentOf(await payAsCustomer(browser, account, { saveMethod: true, amount: 100 }))
      old.pay(orderOf(first.confirmationUrl))
      world.pass(10 * SECOND)
      await runJobs(world.wired)
      const session = browser.session()
      const later = world.browserOf(moved.api)
      later.setSession(session)
      const [card] = await savedMethodsOf(later)
      const paymentMethod = card?.id
      const charge = paymentOf(await payAsCustomer(later, account, { paymentMethod, amount: 5_000 }))
      expect(charge.status).toBe('succeeded')
      expect([old.created.length, current.created.length]).toEqual([2, 0])
    })

    it('each shop is reconciled with its own list', async () => {
      world.pass(10 * DAY)
      const lost = await beginPayment()
      old.pay(lost.gatewayId)
      paymentOf(await payAsGuest(world.browserOf(moved.api), account, { amount: 5_000 }))
      world.pass(2 * HOUR)
      const printed = await operator(moved)('reconcile', '--days', '1')
      expect(printed).toContain('yookassa: 1 payments, 0 refunds, 0 differences')
      expect(printed).toContain('yookassa 506751: 1 payments, 0 refunds, 1 differences')
      expect(printed).toContain(`state_differs\t${lost.id}`)
      expect(printed).not.toContain('missing')
      expect(await balance(world, account)).toBe(-260_091)
    })
  })

  describe('and left the old one out of the settings', () => {
    /** A customer with a monthly autopayment, whose card the old shop has saved, and an invoice for it to pay. */
    const autopayingCustomer = async () => {
      const { browser } = await customerWith(world, account)
      await issueInvoice(world, account, '2026-01', 100)
      const first = newOf(await setAutopayment(browser, account, monthly))
      old.pay(orderOf(first.confirmationUrl))
      world.pass(10 * SECOND)
      await runJobs(world.wired)
      await issueInvoice(world, account, '2026-02', 900_000)
      return browser
    }

    it('an autopayment whose card the old shop has saved is stopped before it announces a charge', async () => {
      const browser = await autopayingCustomer()
      expect((await theAutopayment(browser)).status).toBe('active')
      await world.letters()

      await goTo(world, '2026-03-14', 9 * 60 + 1, forgetful.wired)
      const customer = world.browserOf(forgetful.api)
      customer.setSession(browser.session())
      expect(await theAutopayment(customer)).toMatchObject({
        status: 'paused',
        failReason: expect.stringContaining('Подключите автоплатёж заново'),
        resumeNeeds: 'card',
      })
      expect(await lettersAbout('autopayment-suspended')).toEqual([
        expect.stringContaining('Подключите автоплатёж заново'),
      ])
      await goTo(world, '2026-04-16', 600, forgetful.wired)
      expect(await lettersAbout('autopayment-failed')).toEqual([])
      expect(old.created).toHaveLength(1)
      expect(current.created).toHaveLength(0)
    })

    it('a card that the shop does not know is not charged monthly for ever', async () => {
      const browser = await autopayingCustomer()
      await world.database.db.updateTable('payment_methods').set({ shop: current.shopId }).execute()
      for (const minute of [1, 2]) await goTo(world, '2026-03-14', 9 * 60 + minute, forgetful.wired)
      for (const minute of [0, 1]) await goTo(world, '2026-03-15', 10 * 60 + minute, forgetful.wired)
      const customer = world.browserOf(forgetful.api)
      customer.setSession(browser.session())
      expect(await theAutopayment(customer)).toMatchObject({ status: 'failed', resumeNeeds: 'card' })
    })

    it('the doctor names the shop and what waits for it', async () => {
      await beginPayment()
      const { database } = world
      expect(await shopsCheck({ config: moved.site, database }).run()).toMatchObject({ status: 'ok' })
      expect(await shopsCheck({ config: forgetful.site, database }).run()).toMatchObject({
        status: 'warning',
        found: expect.stringMatching(/^not configured: yookassa 506751: \d+ payments, \d+ saved cards$/),
        advice: expect.stringContaining('YOOKASSA_FORMER_SHOPS'),
      })
    })

    it('a refund of the old shop is refused with its name, and one that was requested waits', async () => {
      const { id } = await paidInOldShop()
      await expect(operator(forgetful)('refund', id, '1000', ...why)).rejects.toThrow(
        'it is a payment of the shop 506751 of yookassa, which is not configured',
      )
      current.fail({ status: 500 })
      await operator(moved)('refund', id, '1000', ...why)
      for (let hours = 0; hours < 5; hours += 1) {
        world.pass(HOUR)
        await runJobs(forgetful.wired)
      }
      expect(await balance(world, account)).toBe(-260_091)
      await runJobs(moved.wired)
      expect(await balance(world, account)).toBe(-260_091 + 100_000)
    })
  })

  it('a refund that the gateway has accepted and then does not know stays open for a week, and blocks no later one', async () => {
    const { id } = await paidInOldShop()
    const known = new Map<string, typeof old.refunds extends Map<string, infer Refund> ? Refund : never>()
    const request = () => world.wired.refunds.request({ paymentId: id, amount: toKopecks(10_000) })
    const { set } = old.refunds
    old.refunds.set = (key, refund) => set.call(known, key, { ...refund, status: 'pending' })
    expect(await request()).toMatchObject({ state: 'under way' })
    old.refunds.set = set

    const stateOf = () =>
      world.database.db
        .selectFrom('refund_request_states')
        .innerJoin('refund_requests', 'refund_requests.id', 'refund_request_states.request_id')
        .select(['state', 'reason'])
        .where('payment_id', '=', id)
        .execute()
    for (let days = 0; days < 6; days += 1) {
      world.pass(DAY)
      await runJobs(world.wired)
    }
    expect(await stateOf()).toEqual([{ state: 'accepted', reason: null }])
    await expect(request()).rejects.toThrow('is under way already')
    world.pass(2 * DAY)
    await runJobs(world.wired)
    expect(await stateOf()).toEqual([{ state: 'refused', reason: 'not_found' }])
    expect(world.logged).toContainEqual(
      expect.objectContaining({ message: 'the gateway does not know a refund that it has accepted' }),
    )
    expect(await request()).toMatchObject({ state: 'given back' })
    expect(await balance(world, account)).toBe(-260_091 + 10_000)
  })
})
