import { paymentAnswer } from 'contract/payments'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, linkIn, openApiWorld } from '../support/api-world'
import {
  autopaymentsPath,
  changeAutopayment,
  changedOf,
  chargesOf,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  monthly,
  runsOf,
  theAutopayment,
} from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { recordsOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  runJobs,
  unlinkMethods,
} from '../support/payments-world'

const nine = 9 * 60
const ten = 10 * 60

describeOnEachDatabase('a charge of an autopayment that the gateway has not taken yet', (kind) => {
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  let account: string
  beforeEach(async () => {
    gateway.reset()
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  const go = (monthAndDay: string, minutes: number) => goTo(world, `2026-${monthAndDay}`, minutes)
  const kindsOfLetters = async () => (await world.letters()).map(({ kind: one }) => one)
  const storedCharges = async () =>
    (await recordsOf(world, account)).filter(({ source }) => source === 'autopayment')

  /** Creates an autopayment with an announced charge of 200 000 kopecks on 15 March; `code` opts out of it. */
  const announceCharge = async (more: { later?: string } = {}) => {
    const customer = await customerWithAutopayment(world, account, { ...monthly, ...more })
    await issueInvoice(world, account, '2026-02', 900_000)
    await world.letters()
    await go('03-14', nine)
    const { id, code } = linkIn(
      (await world.letters()).find(({ kind: one }) => one === 'autopayment-warning'),
    )
    const optOut = async () =>
      (await world.browser().post(`/api/v1/pay/autopayment-refuse/${id}`, { code })).status
    return { ...customer, optOut }
  }
  /** Carries the charge out while the gateway is too busy to take it. */
  const turnChargeAway = async (more: { later?: string } = {}) => {
    const customer = await announceCharge(more)
    gateway.next('turned-away')
    await go('03-15', ten)
    expect(await storedCharges()).toMatchObject([{ state: 'created' }])
    return customer
  }
  /** Checks that the charge is made neither now nor later, and that only its run is affected. */
  const expectSkipped = async ({ browser, id }: { browser: Browser; id: string }, reason: string) => {
    for (const minute of [1, 5, 20, 75]) await go('03-15', ten + minute)
    await go('03-16', ten + 5)
    expect(await chargesOf(world, account)).toEqual([100])
    expect(await balance(world, account)).toBe(900_000)
    const [charge] = await storedCharges()
    expect(await runsOf(browser, id)).toEqual([
      expect.objectContaining({ outcome: 'skipped', reason, payment: charge?.id }),
    ])
    const { body } = await browser.get(`/api/v1/personal/pay/${charge?.id}`)
    expect(paymentAnswer.parse(body).data).toMatchObject({ status: 'canceled', cancelReason: 'withdrawn' })
  }
  const pause = async (browser: Browser, id: string) =>
    expect(changedOf(await changeAutopayment(browser, id, { status: 'paused' })).status).toBe('paused')
  const takeOffTheList = async (browser: Browser) =>
    expect((await browser.delete(`/api/v1/personal/delete-account/${account}`)).status).toBe(204)
  const remove = async (browser: Browser, id: string) =>
    expect((await browser.delete(autopaymentsPath + id)).status).toBe(204)
  /** Checks the same for a removed autopayment, which its customer no longer sees. */
  const expectRemoved = async (id: string) => {
    for (const minute of [1, 5, 20, 75]) await go('03-15', ten + minute)
    expect(await chargesOf(world, account)).toEqual([100])
    expect(await storedCharges()).toMatchObject([{ state: 'canceled' }])
    const lines = world.database.db.selectFrom('autopayment_run_lines').select(['outcome', 'reason'])
    expect(await lines.where('autopayment_id', '=', id).execute()).toEqual([
      { outcome: 'skipped', reason: 'removed' },
    ])
  }

  const paused = 'Вы приостановили автоплатёж до списания.'
  const withoutAccount = 'Лицевого счёта больше нет в вашем кабинете.'
  const unlinked = 'Карта или банковский счёт отвязаны: не списали.'

  /** Does something while the gateway is busy turning the charge away. */
  const whileItIsSent = async (work: () => Promise<void>) => {
    const turnAway = gateway.turnAwayLate()
    const sending = go('03-15', ten)
    await vi.waitFor(() => expect(gateway.counts().creations).toBe(2))
    await work()
    turnAway()
    await sending
  }

  const whatStopsIt = [
    {
      what: 'its autopayment was paused',
      stop: pause,
      reason: paused,
      left: { status: 'paused', failReason: null },
      letters: [],
    },
    {
      what: 'its account was taken off the list',
      stop: takeOffTheList,
      reason: withoutAccount,
      left: { status: 'paused', resumeNeeds: 'account' },
      letters: ['autopayment-stopped'],
    },
    {
      what: 'its card was unlinked',
      stop: unlinkMethods,
      reason: unlinked,
      left: { status: 'paused', resumeNeeds: 'card' },
      letters: [],
    },
  ] as const

  describe.each(whatStopsIt)('after $what', ({ stop, reason, left, letters }) => {
    it('is not made', async () => {
      const { browser, autopayment } = await turnChargeAway()
      await stop(browser, autopayment.id)
      await expectSkipped({ browser, id: autopayment.id }, reason)
      expect(await theAutopayment(browser)).toMatchObject(left)
      expect(await kindsOfLetters()).toEqual(letters)
    })

    it('is not made, even if it was being sent at that moment', async () => {
      const { browser, autopayment } = await announceCharge()
      await whileItIsSent(() => stop(browser, autopayment.id))
      await expectSkipped({ browser, id: autopayment.id }, reason)
      expect(await theAutopayment(browser)).toMatchObject(left)
    })
  })

  describe('after its autopayment was removed', () => {
    it('is not made', async () => {
      const { browser, autopayment } = await turnChargeAway()
      await remove(browser, autopayment.id)
      await expectRemoved(autopayment.id)
      expect(await kindsOfLetters()).toEqual([])
    })

    it('is not made, even if it was being sent at that moment', async () => {
      const { browser, autopayment } = await announceCharge()
      await whileItIsSent(() => remove(browser, autopayment.id))
      await expectRemoved(autopayment.id)
    })
  })

  it('is not made after its autopayment was paused and resumed: the next one is that of the next month', async () => {
    const { browser, autopayment } = await turnChargeAway()
    await pause(browser, autopayment.id)
    changedOf(await changeAutopayment(browser, autopayment.id, { status: 'active' }))
    await expectSkipped({ browser, id: autopayment.id }, paused)
    expect((await theAutopayment(browser)).nextRunAt).toBe('2026-04-15T07:00:00.000Z')
    expect(await kindsOfLetters()).toEqual([])
  })

  it('is not made after the limit was lowered below it, and a letter says so', async () => {
    const { browser, autopayment } = await turnChargeAway()
    changedOf(await changeAutopayment(browser, autopayment.id, { amount: 150_000, limit: 150_000 }))
    await expectSkipped(
      { browser, id: autopayment.id },
      'К списанию 2\u00a0000,00\u00a0₽, а ваш лимит 1\u00a0500,00\u00a0₽: не списали.',
    )
    expect(await theAutopayment(browser)).toMatchObject({ status: 'active', failReason: null })
    expect(await kindsOfLetters()).toEqual(['autopayment-over-limit'])
  })

  it('is made after the limit was lowered to just what it takes', async () => {
    const { browser, autopayment } = await turnChargeAway()
    changedOf(await changeAutopayment(browser, autopayment.id, { limit: 200_000 }))
    await go('03-15', ten + 5)
    expect(await chargesOf(world, account)).toEqual([100, 200_000])
    expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged', amount: 200_000 }])
  })

  it('is not made after its customer has opted out of it by the link', async () => {
    const { browser, autopayment, optOut } = await turnChargeAway()
    expect(await optOut()).toBe(204)
    expect(await optOut()).toBe(410)
    await expectSkipped(
      { browser, id: autopayment.id },
      'Вы отказались от этого списания по ссылке из письма.',
    )
    expect(await theAutopayment(browser)).toMatchObject({ status: 'active', failReason: null })
    expect(await kindsOfLetters()).toEqual([])
  })

  it('is not made after an operator has taken the account from the customer in the database', async () => {
    const { id, browser, autopayment } = await turnChargeAway()
    await world.database.db.deleteFrom('customer_accounts').where('user_id', '=', id).execute()
    await expectSkipped({ browser, id: autopayment.id }, withoutAccount)
    expect(await kindsOfLetters()).toEqual(['autopayment-stopped'])
  })

  /** Somebody pays for the account on the bank's page, without waiting for the worker. */
  const guestPays = async (amount: number) => {
    const guest = world.browser()
    const payment = paymentOf(await payAsGuest(guest, account, { amount }))
    await atBank(world.api).pay(bankPageOf(payment))
    world.pass(3_000)
    expect(paymentOf(await guest.get(`/api/v1/pay/${payment.id}`)).status).toBe('succeeded')
  }
  it('takes only the rest after somebody has paid a part of the debt', async () => {
    const { browser, autopayment } = await turnChargeAway()
    await guestPays(820_000)
    await go('03-15', ten + 5)
    expect(await chargesOf(world, account)).toEqual([100, 820_000, 80_000])
    expect(await balance(world, account)).toBe(0)
    expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged', amount: 80_000 }])
    const canceled = (await storedCharges()).filter(({ status }) => status === 'canceled')
    expect(canceled).toMatchObject([{ amount: 200_000, decline_reason: 'withdrawn' }])
    expect(await kindsOfLetters()).not.toContain('autopayment-failed')
  })

  it('is not made after somebody has paid the debt, and the log says so', async () => {
    const { browser, autopayment } = await turnChargeAway()
    await guestPays(900_000)
    for (const minute of [1, 5, 20, 75]) await go('03-15', ten + minute)
    await go('03-18', ten)
    expect(await chargesOf(world, account)).toEqual([100, 900_000])
    expect(await balance(world, account)).toBe(0)
    expect(await runsOf(browser, autopayment.id)).toMatchObject([
      { outcome: 'skipped', reason: 'Долга не было, списывать было нечего.' },
    ])
  })

  it('is not made after its account got another payee than the shop pays, and a letter says so', async () => {
    const { browser, autopayment } = await turnChargeAway()
    gateway.paysOnlyTo('7707083893')
    await world.letters()
    for (const minute of [5, 70]) await go('03-15', ten + minute)
    expect(await chargesOf(world, account)).toEqual([100])
    expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'skipped', amount: 200_000 }])
    expect(await kindsOfLetters()).toEqual(['autopayment-other-payee'])
  })

  it('waits for a payment that its customer has begun meanwhile', async () => {
    const { browser, autopayment } = await turnChargeAway()
    const own = paymentOf(await payAsCustomer(browser, account, { amount: 900_000, payAnew: true }))
    await go('03-15', ten + 5)
    expect(await chargesOf(world, account)).toEqual([100])
    await atBank(world.api).pay(bankPageOf(own))
    for (const minute of [10, 70, 140]) await go('03-15', ten + minute)
    expect(await chargesOf(world, account)).toEqual([100, 900_000])
    expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'skipped' }])
  })

  it('is declined as a first attempt when it takes the place of one that was never sent', async () => {
    const { browser, autopayment } = await turnChargeAway({ later: 'insufficient_funds' })
    await guestPays(820_000)
    await go('03-15', ten + 5)
    const [line] = await runsOf(browser, autopayment.id)
    expect(line).toMatchObject({ outcome: 'failed', amount: 80_000 })
    expect(line?.reason).toContain('Попробуем ещё раз 16\u00a0марта')
  })

  it('is made by neither of two replicas after its autopayment was paused', async () => {
    const { browser, autopayment } = await turnChargeAway()
    await pause(browser, autopayment.id)
    const other = await world.replica()
    world.pass(60_000)
    await Promise.all([runJobs(world.wired), runJobs(other.wired)])
    await expectSkipped({ browser, id: autopayment.id }, paused)
  })

  describe('but may have taken', () => {
    const sent = async () => {
      const customer = await announceCharge()
      gateway.next('answer-lost')
      await go('03-15', ten)
      return customer
    }

    it('goes on after its autopayment was paused', async () => {
      const { browser, autopayment } = await sent()
      await pause(browser, autopayment.id)
      await go('03-15', ten + 5)
      expect(await chargesOf(world, account)).toEqual([100, 200_000])
      expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged' }])
    })

    it('can’t be opted out of', async () => {
      const { browser, autopayment, optOut } = await sent()
      expect(await optOut()).toBe(410)
      await go('03-15', ten + 5)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged' }])
    })
  })
})
