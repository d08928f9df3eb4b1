import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, linkIn, openApiWorld } from '../support/api-world'
import {
  autopaymentsOf,
  autopaymentsPath,
  changeAutopayment,
  changedOf,
  chargesOf,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  monthly,
  newOf,
  runsOf,
  setAutopayment,
  theAutopayment,
} from '../support/autopayments-world'
import { addToRegister, customerWith } from '../support/billing-register'
import {
  atBank,
  paidCard,
  paymentOf,
  runJobs,
  saveCard,
  savedMethodsOf,
  unlinkMethods,
} from '../support/payments-world'

const nine = 9 * 60
const ten = 10 * 60

describeOnEachDatabase('an autopayment that is changed', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  const go = (day: string, minutes: number) => goTo(world, day, minutes)
  const owe = (kopecks: number, month = '2026-02') => issueInvoice(world, account, month, kopecks)
  /** Creates a customer with an autopayment, and drops the letters so far. */
  const payingCustomer = async (form: Parameters<typeof customerWithAutopayment>[2] = {}) => {
    const customer = await customerWithAutopayment(world, account, form)
    await world.letters()
    return customer
  }
  const kindsOfLetters = async () => (await world.letters()).map(({ kind }) => kind)
  const storedOf = (id: string) =>
    world.database.db
      .selectFrom('autopayments')
      .select(['status', 'next_plan_at', 'planned_through'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  it('may be charged, refused, moved, paused by its card and removed in turn', async () => {
    const { browser, autopayment } = await payingCustomer(monthly)
    await owe(900_000)
    await go('2026-03-14', nine)
    await go('2026-03-15', ten)
    await world.letters()
    await go('2026-04-14', nine)
    const { id, code } = linkIn((await world.letters())[0])
    const refused = await world.browser().post(`/api/v1/pay/autopayment-refuse/${id}`, { code })
    expect(refused.status).toBe(204)
    expect(changedOf(await changeAutopayment(browser, autopayment.id, { day: 20 }))).toMatchObject({
      status: 'active',
      nextRunAt: '2026-05-20T07:00:00.000Z',
    })
    await unlinkMethods(browser)
    expect(await theAutopayment(browser)).toMatchObject({
      status: 'paused',
      failReason: 'Карта отвязана, и списать с неё нельзя.',
    })
    expect(await runsOf(browser, autopayment.id)).toEqual([
      {
        at: '2026-04-14T06:00:00.000Z',
        outcome: 'skipped',
        reason: 'Вы отказались от этого списания по ссылке из письма.',
        amount: null,
        payment: null,
      },
      {
        at: '2026-03-15T07:00:00.000Z',
        outcome: 'charged',
        reason: 'Списали по расписанию за март\u00a02026.',
        amount: 200_000,
        payment: expect.stringMatching(/./),
      },
    ])
    expect((await browser.delete(autopaymentsPath + autopayment.id)).status).toBe(204)
    expect(await autopaymentsOf(browser)).toEqual([])
    expect(await chargesOf(world, account)).toEqual([100, 200_000])
  })

  describe('in its card', () => {
    /** Saves another card of the customer by a payment of one ruble. */
    const saveOther = async (browser: Browser) => {
      const { method: other } = await saveCard(world, browser, account)
      const present = (await theAutopayment(browser)).paymentMethod ?? ''
      expect(other.id).not.toBe(present)
      return { present, other }
    }

    it('charges the other one from then on', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      const { other } = await saveOther(browser)
      const changed = changedOf(await changeAutopayment(browser, autopayment.id, { paymentMethod: other.id }))
      expect(changed).toMatchObject({
        status: 'active',
        paymentMethod: other.id,
        method: { title: other.title },
      })
      await owe(900_000)
      await go('2026-03-14', nine)
      await go('2026-03-15', ten)
      const [run] = await runsOf(browser, autopayment.id)
      expect(run).toMatchObject({ outcome: 'charged' })
      const { method } = paymentOf(await browser.get(`/api/v1/personal/pay/${run?.payment}`))
      expect(method?.title).toBe(other.title)
    })

    it('refuses a card of somebody else, and one that was unlinked', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      const { present, other } = await saveOther(browser)
      const stranger = await customerWithAutopayment(world, await addToRegister(world.database.db), monthly)
      const { paymentMethod: ofStranger = '' } = stranger.autopayment
      expect((await browser.delete(`/api/v1/personal/payment-methods/${other.id}`)).status).toBe(204)
      for (const id of [other.id, ofStranger, 'no-such-card']) {
        const refused = await changeAutopayment(browser, autopayment.id, { paymentMethod: id })
        expect(refused).toMatchObject({
          status: 422,
          body: { errors: { paymentMethod: [expect.stringMatching(/больше нет среди сохранённых/)] } },
        })
      }
      expect((await theAutopayment(browser)).paymentMethod).toBe(present)
    })

    it('can be resumed with it, after the present one was unlinked', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      const { present, other } = await saveOther(browser)
      expect((await browser.delete(`/api/v1/personal/payment-methods/${present}`)).status).toBe(204)
      expect(await theAutopayment(browser)).toMatchObject({ status: 'paused', resumeNeeds: 'card' })
      const changed = changedOf(await changeAutopayment(browser, autopayment.id, { paymentMethod: other.id }))
      expect(changed).toMatchObject({ status: 'paused', failReason: null, resumeNeeds: null })
      const resumed = changedOf(await changeAutopayment(browser, autopayment.id, { status: 'active' }))
      expect(resumed).toMatchObject({ status: 'active' })
    })

    it('keeps a card that two autopayments charge when one of them is removed', async () => {
      const second = await addToRegister(world.database.db)
      const { browser } = await customerWith(world, account, second)
      for (const each of [account, second]) {
        const newAutopayment = newOf(await setAutopayment(browser, each, monthly))
        await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '', paidCard)
        world.pass(3_000)
        await runJobs(world.wired)
      }
      const [one, other] = await autopaymentsOf(browser)
      if (!one?.paymentMethod || !other) throw new Error('there are no two autopayments')
      changedOf(await changeAutopayment(browser, other.id, { paymentMethod: one.paymentMethod }))
      expect((await browser.delete(autopaymentsPath + other.id)).status).toBe(204)
      expect(await theAutopayment(browser)).toMatchObject({
        status: 'active',
        paymentMethod: one.paymentMethod,
      })
      expect((await browser.delete(autopaymentsPath + one.id)).status).toBe(204)
      expect((await savedMethodsOf(browser)).map(({ id }) => id)).not.toContain(one.paymentMethod)
    })
  })

  describe('in its day', () => {
    it('before anything is planned: it is planned 25 hours before the new one', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      const changed = changedOf(await changeAutopayment(browser, autopayment.id, { day: 25 }))
      expect(changed.nextRunAt).toBe('2026-03-25T07:00:00.000Z')
      expect(await storedOf(autopayment.id)).toMatchObject({ next_plan_at: '2026-03-24T06:00:00.000Z' })
      await owe(900_000)
      await go('2026-03-24', nine - 1)
      expect(await kindsOfLetters()).toEqual([])
      await go('2026-03-24', nine)
      expect(await kindsOfLetters()).toEqual(['autopayment-warning'])
    })

    it('while it is paused: nothing is planned', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      changedOf(await changeAutopayment(browser, autopayment.id, { status: 'paused' }))
      const moved = changedOf(await changeAutopayment(browser, autopayment.id, { day: 20 }))
      expect(moved).toMatchObject({ day: 20, status: 'paused', nextRunAt: null })
      expect(await storedOf(autopayment.id)).toMatchObject({ status: 'paused', next_plan_at: null })
      await go('2026-03-19', nine)
      await go('2026-03-20', ten)
      expect(await runsOf(browser, autopayment.id)).toEqual([])
      expect(await kindsOfLetters()).toEqual([])
    })

    it('after a declined charge: the next attempt stays where the letter says', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      await world.database.db
        .updateTable('sandbox_cards')
        .set({ later_charges: 'insufficient_funds' })
        .execute()
      await go('2026-03-14', nine)
      await go('2026-03-15', ten)
      await world.database.db.updateTable('sandbox_cards').set({ later_charges: 'paid' }).execute()
      const changed = changedOf(await changeAutopayment(browser, autopayment.id, { day: 25 }))
      expect(changed.nextRunAt).toBe('2026-03-16T07:00:00.000Z')
      await go('2026-03-16', ten)
      expect(await chargesOf(world, account)).toEqual([100, 200_000])
      expect((await theAutopayment(browser)).nextRunAt).toBe('2026-04-25T07:00:00.000Z')
    })

    it('to one that leaves just enough time for a warning: the charge is not skipped', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      await go('2026-03-14', nine)
      // The letter is not handed over until the next day, so the charge waits.
      await world.database.db.updateTable('outbox').set({ sent_at: null }).execute()
      world.pass(48 * 3_600_000)
      await runJobs(world.wired)
      expect(world.now().toISOString()).toBe('2026-03-16T06:00:00.000Z')
      const changed = changedOf(await changeAutopayment(browser, autopayment.id, { day: 17 }))
      expect(changed.nextRunAt).toBe('2026-03-17T07:00:00.000Z')
      await go('2026-03-16', nine)
      await go('2026-03-17', ten)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged' }])
    })

    it('after a pause: the month whose charge the pause has skipped is not charged', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      await go('2026-03-14', nine)
      const change = (body: unknown) => changeAutopayment(browser, autopayment.id, body)
      changedOf(await change({ status: 'paused' }))
      changedOf(await change({ status: 'active' }))
      expect(changedOf(await change({ day: 25 })).nextRunAt).toBe('2026-04-25T07:00:00.000Z')
    })
  })

  it('in its limit alone is charged as it was announced', async () => {
    const { browser, autopayment } = await payingCustomer(monthly)
    await owe(900_000)
    await go('2026-03-14', nine)
    changedOf(await changeAutopayment(browser, autopayment.id, { limit: 300_000 }))
    await go('2026-03-15', ten)
    expect(await kindsOfLetters()).toEqual(['autopayment-warning', 'payment-receipt'])
    expect(await chargesOf(world, account)).toEqual([100, 200_000])
  })

  it('to a limit under the announced sum is not charged, and its customer is told then', async () => {
    const { browser, autopayment } = await payingCustomer({ limit: 100_000 })
    await owe(60_000)
    await go('2026-03-03', 60)
    expect(await kindsOfLetters()).toEqual(['autopayment-warning'])
    changedOf(await changeAutopayment(browser, autopayment.id, { limit: 50_000 }))
    await go('2026-03-04', ten)
    const letters = await world.letters()
    expect(letters.map(({ kind }) => kind)).toEqual(['autopayment-over-limit'])
    expect(letters[0]?.text.replaceAll('\u00a0', ' ')).toMatch(/600,00 ₽.*500,00 ₽/)
    expect(await chargesOf(world, account)).toEqual([100])
    expect(await runsOf(browser, autopayment.id)).toEqual([
      {
        at: '2026-03-04T07:00:00.000Z',
        outcome: 'skipped',
        reason: 'К списанию 600,00\u00a0₽, а ваш лимит 500,00\u00a0₽: не списали.',
        amount: 60_000,
        payment: null,
      },
    ])
  })

  describe('in its status', () => {
    it('to paused twice stays paused', async () => {
      const { browser, autopayment } = await payingCustomer()
      for (let times = 0; times < 2; times += 1) {
        const paused = changedOf(await changeAutopayment(browser, autopayment.id, { status: 'paused' }))
        expect(paused.status).toBe('paused')
      }
    })

    it('to active while it is: a new invoice is still charged', async () => {
      const { browser, autopayment } = await payingCustomer()
      await owe(50_000)
      changedOf(await changeAutopayment(browser, autopayment.id, { status: 'active' }))
      await go('2026-03-03', 60)
      await go('2026-03-04', ten)
      expect(await chargesOf(world, account)).toEqual([100, 50_000])
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'charged', reason: 'Списали по квитанции за февраль\u00a02026.' },
      ])
    })

    it('to active months after a pause: the next charge is on the next day to come', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      await go('2026-03-14', nine)
      changedOf(await changeAutopayment(browser, autopayment.id, { status: 'paused' }))
      await go('2026-06-02', nine)
      const resumed = changedOf(await changeAutopayment(browser, autopayment.id, { status: 'active' }))
      expect(resumed.nextRunAt).toBe('2026-06-15T07:00:00.000Z')
      expect(await storedOf(autopayment.id)).toMatchObject({ next_plan_at: '2026-06-14T06:00:00.000Z' })
    })

    it('to active before its first day: it is charged that day', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      for (const status of ['paused', 'active'])
        changedOf(await changeAutopayment(browser, autopayment.id, { status }))
      expect(await storedOf(autopayment.id)).toEqual({
        status: 'active',
        next_plan_at: '2026-03-14T06:00:00.000Z',
        planned_through: null,
      })
    })

    it('is refused with the reason while it is not connected', async () => {
      const { browser } = await customerWith(world, account)
      const { id } = newOf(await setAutopayment(browser, account))
      expect(await changeAutopayment(browser, id, { status: 'active' })).toMatchObject({
        status: 409,
        body: { message: 'Автоплатёж ещё не подключён: сначала должен пройти первый платёж.' },
      })
      expect(await changeAutopayment(browser, id, { status: 'paused' })).toMatchObject({
        status: 409,
        body: { message: 'Приостановить можно только работающий автоплатёж.' },
      })
    })

    it('is refused with what resuming lacks: the account, or the card, without which adding it would not help', async () => {
      const { browser, autopayment } = await payingCustomer()
      const resume = () => changeAutopayment(browser, autopayment.id, { status: 'active' })
      await browser.delete(`/api/v1/personal/delete-account/${account}`)
      expect(await resume()).toMatchObject({
        status: 409,
        body: { message: 'Лицевого счёта больше нет в вашем кабинете.' },
      })
      await unlinkMethods(browser)
      expect(await resume()).toMatchObject({
        status: 409,
        body: {
          message:
            'С этой карты или этого банковского счёта списать больше нельзя. Подключите автоплатёж заново.',
        },
      })
    })
  })

  it('to paused keeps its customer’s own reason when its card is unlinked later', async () => {
    const { browser, autopayment } = await payingCustomer()
    changedOf(await changeAutopayment(browser, autopayment.id, { status: 'paused' }))
    await unlinkMethods(browser)
    expect(await theAutopayment(browser)).toMatchObject({
      status: 'paused',
      failReason: null,
      resumeNeeds: 'card',
    })
  })
})
