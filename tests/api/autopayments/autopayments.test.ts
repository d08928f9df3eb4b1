import { randomUUID } from 'node:crypto'
import type { LaterCharges } from 'api/payments/gateways/sandbox/scenarios'
import { problemCodes } from 'contract/problem'
import { HOUR } from 'format/durations'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, linkIn, type MailedLetter, openApiWorld } from '../support/api-world'
import {
  autopaymentsOf,
  autopaymentsPath,
  byInvoice,
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
import { addToRegister, customerWith, giveAccount } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { readingOperatorOf } from '../support/operator'
import { recordsOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  newKey,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  runJobs,
  saveCard,
  savedMethodsOf,
  unlinkMethods,
} from '../support/payments-world'

const nine = 9 * 60
const ten = 10 * 60
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describeOnEachDatabase('autopayments', (kind) => {
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  let account: string
  beforeEach(async () => {
    gateway.reset()
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  const day = (monthAndDay: string) => `2026-${monthAndDay}`
  const go = (monthAndDay: string, minutes: number) => goTo(world, day(monthAndDay), minutes)
  const owe = (kopecks: number, month = '02') => issueInvoice(world, account, day(month), kopecks)
  const kindsOf = (letters: MailedLetter[]) => letters.map(({ kind }) => kind)
  const outcomesOf = async (browser: Browser, id: string) =>
    (await runsOf(browser, id)).map(({ outcome }) => outcome)
  const chargedInAll = () => chargesOf(world, account)
  const methodOf = async (browser: Browser) => (await savedMethodsOf(browser))[0]
  const paymentWith = async (browser: Browser, id: string | null | undefined) =>
    paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
  const failCardsWith = (later_charges: LaterCharges) =>
    world.database.db.updateTable('sandbox_cards').set({ later_charges }).execute()
  /** Creates a customer with an autopayment, and drops the letters so far. */
  const payingCustomer = async (form: Parameters<typeof customerWithAutopayment>[2] = {}) => {
    const customer = await customerWithAutopayment(world, account, form)
    await world.letters()
    return customer
  }

  describe('are set by a first payment that binds the card:', () => {
    it('of the amount owed; then they are active and show the card, the payment and the next charge', async () => {
      await owe(260_091)
      const { browser } = await customerWith(world, account)
      const newAutopayment = newOf(await setAutopayment(browser, account, monthly))
      expect(newAutopayment).toMatchObject({
        account,
        ...monthly,
        status: 'pending',
        nextRunAt: null,
        method: null,
      })
      expect(await theAutopayment(browser)).toMatchObject({ id: newAutopayment.id, status: 'pending' })
      await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '')
      world.pass(3_000)
      // No step has run: the request of the customer settles the payment.
      expect(await theAutopayment(browser)).toMatchObject({
        id: newAutopayment.id,
        status: 'active',
        method: { kind: 'card', title: 'Mastercard ••\u00a04444' },
        nextRunAt: day('03-15T07:00:00.000Z'),
        lastPayment: { id: newAutopayment.firstPayment, amount: 260_091, status: 'succeeded' },
        failReason: null,
      })
      expect(await balance(world, account)).toBe(0)
      expect(await savedMethodsOf(browser)).toHaveLength(1)
    })

    it('of 1 ₽ where nothing is owed', async () => {
      const { browser } = await customerWith(world, account)
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 100 })
    })

    it('of the whole debt, in place of a payment that the customer left unpaid', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      const left = paymentOf(await payAsCustomer(browser, account, { amount: 30_000 }))
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 50_000 })
      expect(await paymentWith(browser, left.id)).toMatchObject({
        status: 'canceled',
        cancelReason: 'replaced',
      })
      expect((await atBank(world.api).pay(bankPageOf(left))).status).toBe(409)
    })

    it('of the whole debt, in place of an autopayment whose first payment was left unpaid', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      const left = newOf(await setAutopayment(browser, account))
      const again = newOf(await setAutopayment(browser, account))
      expect(again.lastPayment).toMatchObject({ amount: 50_000 })
      expect((await autopaymentsOf(browser)).toSorted((a) => (a.id === again.id ? -1 : 1))).toMatchObject([
        { id: again.id, status: 'pending' },
        { id: left.id, status: 'failed', failReason: 'Вы начали оплату заново.' },
      ])
      await atBank(world.api).pay(again.confirmationUrl ?? '')
      world.pass(3_000)
      expect(await theAutopayment(browser)).toMatchObject({ id: again.id, status: 'active' })
      expect(await balance(world, account)).toBe(0)
    })

    it('of the whole debt, even if the gateway can’t cancel the unpaid payment', async () => {
      gateway.cannotCancel()
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      const left = newOf(await setAutopayment(browser, account))
      expect((await browser.delete(autopaymentsPath + left.id)).status).toBe(204)
      const newPayment = paymentOf(await payAsCustomer(browser, account, { amount: 30_000, payAnew: true }))
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 50_000 })
      for (const id of [left.firstPayment, newPayment.id])
        expect(await paymentWith(browser, id)).toMatchObject({ status: 'pending' })
    })

    it('of the whole debt, even beside a payment for which the bank gave no page', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      gateway.next('not-sent')
      expect((await payAsCustomer(browser, account, { amount: 30_000 })).status).toBe(503)
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 50_000 })
    })

    it('of the remaining debt if the payment that seemed to be left was paid', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      const paid = paymentOf(await payAsCustomer(browser, account, { amount: 30_000 }))
      await atBank(world.api).pay(bankPageOf(paid))
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 20_000 })
      expect(await paymentWith(browser, paid.id)).toMatchObject({ status: 'succeeded' })
    })

    it('of the remaining debt beside a payment that the gateway did not cancel: its payer may be paying', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      const newPayment = paymentOf(await payAsCustomer(browser, account, { amount: 30_000 }))
      gateway.loseCancels()
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 20_000 })
      expect(await paymentWith(browser, newPayment.id)).toMatchObject({ status: 'pending' })
    })

    it('of the remaining debt beside a charge of a saved card', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      const { method } = await saveCard(world, browser, account, { amount: 10_000 })
      gateway.next('answer-lost')
      paymentOf(await payAsCustomer(browser, account, { amount: 30_000, paymentMethod: method.id }))
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 10_000 })
    })

    it('of the remaining debt beside a payment that was not canceled, even if another one has no page', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      gateway.next('not-sent')
      expect((await payAsCustomer(browser, account, { amount: 7_000 })).status).toBe(503)
      paymentOf(await payAsCustomer(browser, account, { amount: 30_000, payAnew: true }))
      gateway.loseCancels()
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 20_000 })
    })

    it('of the remaining debt beside a payment that is being sent to the bank', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      const turnAway = gateway.turnAwayLate()
      const paying = payAsCustomer(browser, account, { amount: 30_000 })
      await vi.waitFor(() => expect(gateway.counts().creations).toBe(1))
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 20_000 })
      turnAway()
      await paying
    })

    it('of the whole debt, whatever other people are paying', async () => {
      const { browser } = await customerWith(world, account)
      const neighbour = await customerWith(world, account)
      await owe(50_000)
      await payAsGuest(world.browser(), account, { amount: 35_000_000 })
      await payAsCustomer(neighbour.browser, account, { amount: 35_000_000 })
      expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 50_000 })
    })

    it('with the consent: the version of its text, the time and the address', async () => {
      const { browser } = await customerWith(world, account)
      const { id } = newOf(await setAutopayment(browser, account, { consentVersion: '2026-03-01' }))
      const kept = await world.database.db
        .selectFrom('autopayments')
        .select(['consent_version', 'consent_at', 'consent_address'])
        .where('id', '=', id)
        .executeTakeFirst()
      expect(kept).toEqual({
        consent_version: '2026-03-01',
        consent_at: world.now().toISOString(),
        consent_address: '203.0.113.7',
      })
    })

    it('and fail with a reason when it is declined or abandoned, and can be set again', async () => {
      const { browser } = await customerWith(world, account)
      const newAutopayment = newOf(await setAutopayment(browser, account))
      await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '', '5555555555554600')
      world.pass(3_000)
      expect(await theAutopayment(browser)).toMatchObject({
        status: 'failed',
        failReason: 'На карте не хватило денег.',
      })
      const again = newOf(await setAutopayment(browser, account))
      world.pass(2 * HOUR)
      await runJobs(world.wired)
      const [late] = await autopaymentsOf(browser)
      expect(late).toMatchObject({
        id: again.id,
        status: 'failed',
        failReason: 'Первый платёж не был подтверждён на странице банка.',
      })
      const third = newOf(await setAutopayment(browser, account))
      await atBank(world.api).pay(third.confirmationUrl ?? '')
      world.pass(3_000)
      // The failed autopayment does not count any more.
      expect(await theAutopayment(browser)).toMatchObject({ id: third.id, status: 'active' })
    })

    it('once, however often the form is sent', async () => {
      const { browser } = await customerWith(world, account)
      const key = newKey()
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => setAutopayment(browser, account, { key })),
      )
      expect(new Set(answers.map((answer) => newOf(answer).id)).size).toBe(1)
      expect(await autopaymentsOf(browser)).toHaveLength(1)
      expect(await setAutopayment(browser, account, { key, limit: 5_000 })).toMatchObject({
        status: 422,
        body: { code: problemCodes.idempotencyMismatch },
      })
      const keyless = await browser.post(autopaymentsPath, { account, ...byInvoice, consent: true })
      expect(keyless.status).toBe(400)
    })

    it('at most one for each account', async () => {
      const { browser } = await payingCustomer()
      const refused = { status: 409, body: { message: expect.stringContaining('уже есть') } }
      expect(await setAutopayment(browser, account)).toMatchObject(refused)
      const { id } = await theAutopayment(browser)
      await changeAutopayment(browser, id, { status: 'paused' })
      expect(await setAutopayment(browser, account, monthly)).toMatchObject(refused)
    })

    it.each([
      ['no consent', { consent: false }, 'consent'],
      ['no limit', { limit: null }, 'limit'],
      ['a limit under a ruble', { limit: 99 }, 'limit'],
      ['a limit over what a bank takes', { limit: 35_000_001 }, 'limit'],
      ['a limit with a part of a kopeck', { limit: 100.5 }, 'limit'],
      ['a rule that is none', { rule: 'weekly' }, 'rule'],
      ['no day', { ...monthly, day: undefined }, 'day'],
      ['the 29th', { ...monthly, day: 29 }, 'day'],
      ['day 0', { ...monthly, day: 0 }, 'day'],
      ['half a day', { ...monthly, day: 1.5 }, 'day'],
      ['no sum', { ...monthly, amount: undefined }, 'amount'],
      ['a sum over the limit', { ...monthly, amount: 500_001, limit: 500_000 }, 'limit'],
      ['no account', { account: '' }, 'account'],
      ['an address of another site', { successUrl: 'https://evil.example/' }, 'successUrl'],
    ])('not with %s', async (_, form, field) => {
      const { browser } = await customerWith(world, account)
      expect(await setAutopayment(browser, account, form)).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.stringMatching(/[а-я]/)] } },
      })
      expect(await autopaymentsOf(browser)).toEqual([])
    })

    it('only for one’s own account, and nobody sees or changes another’s', async () => {
      const { autopayment } = await payingCustomer()
      const { browser } = await customerWith(world)
      expect(await setAutopayment(browser, account)).toMatchObject({
        status: 404,
        body: { message: 'Лицевого счёта больше нет в вашем кабинете.' },
      })
      expect(await autopaymentsOf(browser)).toEqual([])
      for (const id of [autopayment.id, randomUUID(), '%00', '..%2f', 'x'.repeat(300)]) {
        const path = autopaymentsPath + id
        const answers = [
          await browser.get(`${path}/runs`),
          await changeAutopayment(browser, id, { status: 'paused' }),
          await browser.send('DELETE', path),
        ]
        expect(answers.map(({ status }) => status)).toEqual(
          id === '%00' ? expect.anything() : [404, 404, 404],
        )
        for (const { status } of answers) expect(status).toBeLessThan(500)
      }
      const guest = world.browser()
      expect((await guest.get(autopaymentsPath)).status).toBe(401)
      expect((await guest.send('DELETE', autopaymentsPath + autopayment.id)).status).toBe(401)
    })
  })

  describe('by a day of the month', () => {
    it('warn a day ahead with the sum, the card, the day and a way to refuse, then charge and say so', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(500_000)
      await go('03-14', nine - 1)
      expect(await world.letters()).toEqual([])
      await go('03-14', nine)
      const [warning, ...more] = await world.letters()
      expect(more).toEqual([])
      expect(plain(warning?.subject ?? '')).toBe('15 марта спишем 2 000,00 ₽')
      expect(plain(warning?.text ?? '')).toContain('с карты Мир •• 2987')
      expect(linkIn(warning).url.pathname).toMatch(/^\/autopay-refuse\//)
      await go('03-15', ten - 1)
      expect(await balance(world, account)).toBe(500_000)
      await go('03-15', ten)
      expect(await balance(world, account)).toBe(300_000)
      expect(kindsOf(await world.letters())).toEqual(['payment-receipt'])
      const after = await theAutopayment(browser)
      const [run] = await runsOf(browser, autopayment.id)
      expect(run).toMatchObject({
        outcome: 'charged',
        amount: 200_000,
        payment: after.lastPayment?.id,
        reason: expect.stringMatching(/по расписанию/),
      })
      expect(after).toMatchObject({
        nextRunAt: day('04-15T07:00:00.000Z'),
        lastPayment: { amount: 200_000, status: 'succeeded' },
      })
      expect(paymentOf(await browser.get(`/api/v1/personal/pay/${run?.payment}`))).toMatchObject({
        source: 'autopayment',
        status: 'succeeded',
        method: { title: 'Мир ••\u00a02987' },
      })
    })

    it('charge what is owed, at most the amount of the warning, and nothing without a debt', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(70_000)
      await go('03-14', nine)
      await owe(500_000, '03')
      await go('03-15', ten)
      expect(await chargedInAll()).toEqual([100, 70_000])
      await go('04-14', nine)
      const pay = paymentOf(await payAsCustomer(browser, account, { amount: 500_000 }))
      await atBank(world.api).pay(bankPageOf(pay))
      await go('04-15', ten)
      expect(await chargedInAll()).toEqual([100, 70_000, 500_000])
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'skipped', reason: expect.stringContaining('Долга не было') },
        { outcome: 'charged', amount: 70_000 },
      ])
    })

    it('that were missed while no server ran, charge once, a day after a warning', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      await go('06-20', 12 * 60)
      expect(kindsOf(await world.letters())).toEqual(['autopayment-warning'])
      await go('06-22', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
      const missed = { outcome: 'skipped', reason: 'День списания прошёл, пока сервис не работал.' }
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'charged' },
        ...Array(3).fill(missed),
      ])
    })

    it('warn again of a charge that no server made in time', async () => {
      await payingCustomer(monthly)
      await owe(900_000)
      await go('03-14', nine)
      await go('03-20', ten)
      expect(await chargedInAll()).toEqual([100])
      expect(kindsOf(await world.letters())).toEqual(['autopayment-warning', 'autopayment-warning'])
      await go('03-21', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
    })
  })

  describe('by invoice', () => {
    it('pay the invoice a day after its warning', async () => {
      await owe(10_000, '01')
      const { browser, autopayment } = await payingCustomer()
      await go('04-01', 30)
      expect(await world.letters()).toEqual([])
      await owe(123_456, '03')
      await go('04-01', 60)
      const [warning] = await world.letters()
      expect(plain(warning?.subject ?? '')).toBe('2 апреля спишем 1 234,56 ₽')
      expect((await theAutopayment(browser)).nextRunAt).toBe(day('04-02T07:00:00.000Z'))
      await go('04-02', ten)
      expect(await chargedInAll()).toEqual([10_000, 123_456])
      expect(await balance(world, account)).toBe(0)
      await go('04-20', ten)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'charged', amount: 123_456, reason: expect.stringMatching(/март/) },
      ])
    })

    it('skip an amount over the limit, and tell the customer at once', async () => {
      const { browser, autopayment } = await payingCustomer({ limit: 50_000 })
      await owe(50_001)
      await go('03-03', 60)
      const [letter, ...more] = await world.letters()
      expect(more).toEqual([])
      expect(letter?.kind).toBe('autopayment-over-limit')
      expect(plain(letter?.text ?? '')).toMatch(/500,01 ₽.*500,00 ₽/)
      await go('03-05', ten)
      expect(await chargedInAll()).toEqual([100])
      expect(await world.letters()).toEqual([])
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'skipped', amount: 50_001, reason: expect.stringContaining('лимит') },
      ])
      expect(await theAutopayment(browser)).toMatchObject({ status: 'active' })
    })

    it('pay it after all once the limit is raised in time, a day after a warning', async () => {
      const { browser, autopayment } = await payingCustomer({ limit: 50_000 })
      await owe(60_000)
      await go('03-03', 60)
      changedOf(await changeAutopayment(browser, autopayment.id, { limit: 60_000 }))
      await go('03-04', ten)
      expect(kindsOf(await world.letters())).toEqual(['autopayment-over-limit', 'autopayment-warning'])
      expect(await chargedInAll()).toEqual([100])
      await go('03-05', ten)
      expect(await chargedInAll()).toEqual([100, 60_000])
    })

    it('pay two invoices issued together in one charge', async () => {
      await payingCustomer()
      await owe(30_000, '02')
      await owe(40_000, '03')
      await go('04-03', 60)
      await go('04-04', ten)
      await go('04-06', ten)
      expect(await chargedInAll()).toEqual([100, 70_000])
    })

    it('wait for the customer’s pending payment, and charge the rest', async () => {
      const { browser } = await payingCustomer()
      await owe(80_000)
      await go('03-03', 60)
      await go('03-04', ten - 5)
      const other = paymentOf(await payAsCustomer(browser, account, { amount: 30_000 }))
      await go('03-04', ten)
      expect(await chargedInAll()).toEqual([100])
      await atBank(world.api).pay(bankPageOf(other))
      await go('03-04', 11 * 60)
      await go('03-04', 12 * 60)
      expect(await chargedInAll()).toEqual([100, 30_000, 50_000])
    })

    it('do not wait for a payment that somebody else has begun and abandoned', async () => {
      await payingCustomer()
      const neighbour = await customerWith(world, account)
      await owe(80_000)
      await go('03-03', 60)
      await go('03-04', ten - 5)
      await payAsGuest(world.browser(), account, { amount: 35_000_000 })
      await payAsCustomer(neighbour.browser, account, { amount: 35_000_000 })
      await go('03-04', ten)
      expect(await chargedInAll()).toEqual([100, 80_000])
    })

    it('of two customers for one account never charge the same debt twice', async () => {
      await payingCustomer()
      await payingCustomer()
      await owe(90_000)
      await go('03-03', 60)
      await go('03-04', ten)
      await go('03-04', 12 * 60)
      await go('03-06', ten)
      expect(await chargedInAll()).toEqual([100, 100, 90_000])
      expect(await balance(world, account)).toBe(0)
    })
  })

  describe('skipped by the opt-out link of the letter', () => {
    const refuse = ({ id, code }: { id: string; code: string }) =>
      world.browser().post(`/api/v1/pay/autopayment-refuse/${id}`, { code })
    const customerWithLetter = async () => {
      const customer = await payingCustomer(monthly)
      await owe(900_000)
      await go('03-14', nine)
      return { ...customer, link: linkIn((await world.letters())[0]) }
    }

    it('charge nothing this time, and go on the next time', async () => {
      const { browser, autopayment, link } = await customerWithLetter()
      expect((await refuse(link)).status).toBe(204)
      expect(await refuse(link)).toMatchObject({
        status: 410,
        body: { message: expect.stringMatching(/[а-я]/) },
      })
      await go('03-15', ten)
      expect(await chargedInAll()).toEqual([100])
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'skipped', reason: expect.stringContaining('отказались') },
      ])
      expect(await theAutopayment(browser)).toMatchObject({ status: 'active' })
      await go('04-14', nine)
      await go('04-15', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
    })

    it('answer that it is too late after the charge', async () => {
      const { link } = await customerWithLetter()
      await go('03-15', ten)
      expect((await refuse(link)).status).toBe(410)
      expect(await chargedInAll()).toEqual([100, 200_000])
    })

    it('are not skipped by an invalid code', async () => {
      const { link } = await customerWithLetter()
      for (const wrong of [
        { ...link, code: 'guess' },
        { ...link, id: 'guess' },
        { ...link, code: '' },
      ]) {
        const { status } = await refuse(wrong)
        expect(status).toBe(422)
      }
      await go('03-15', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
    })

    it('are skipped once by many concurrent requests', async () => {
      const { link } = await customerWithLetter()
      const answers = await Promise.all(Array.from({ length: 40 }, () => refuse(link)))
      expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(39).fill(410)])
    })

    it('store no code that works if the database is stolen', async () => {
      const { link } = await customerWithLetter()
      const links = await world.database.db.selectFrom('opt_out_links').selectAll().execute()
      expect(JSON.stringify(links)).not.toContain(link.code)
    })
  })

  describe('whose charge the bank declines', () => {
    const declined = async (reason: LaterCharges) => {
      const customer = await payingCustomer(monthly)
      await owe(900_000)
      await failCardsWith(reason)
      await go('03-14', nine)
      await world.letters()
      await go('03-15', ten)
      return customer
    }
    const attemptsOf = async () => {
      const rows = (await recordsOf(world, account)).filter(({ source }) => source === 'autopayment')
      expect(new Set(rows.map(({ request_key }) => request_key)).size).toBe(rows.length)
      return rows.map(({ created_at }) => created_at.slice(5, 10))
    }

    it('for lack of money try again after one and three days, then not again this month', async () => {
      const { browser, autopayment } = await declined('insufficient_funds')
      const [first] = await world.letters()
      expect(first?.kind).toBe('autopayment-retry')
      expect(plain(first?.text ?? '')).toContain('16 марта')
      expect(linkIn(first).url.pathname).toMatch(/^\/autopay-refuse\//)
      expect((await theAutopayment(browser)).nextRunAt).toBe(day('03-16T07:00:00.000Z'))
      for (let date = 15; date < 25; date += 1)
        for (const minutes of [ten, ten + 12 * 60]) await go(`03-${date}`, minutes)
      expect(await attemptsOf()).toEqual(['03-15', '03-16', '03-18'])
      expect(kindsOf(await world.letters())).toEqual(['autopayment-retry', 'autopayment-failed'])
      expect(await outcomesOf(browser, autopayment.id)).toEqual(['failed', 'failed', 'failed'])
      expect(await theAutopayment(browser)).toMatchObject({ status: 'active', failReason: null })
      await failCardsWith('paid')
      await go('04-14', nine)
      await go('04-15', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
    })

    it('do not try again after the customer has paid, or opted out by the second letter', async () => {
      const { browser, autopayment } = await declined('insufficient_funds')
      const { id, code } = linkIn((await world.letters())[0])
      const answer = await browser.post(`/api/v1/pay/autopayment-refuse/${id}`, { code })
      expect(answer.status).toBe(204)
      await failCardsWith('paid')
      await go('03-18', ten)
      expect(await chargedInAll()).toEqual([100])
      expect(await outcomesOf(browser, autopayment.id)).toEqual(['skipped', 'failed'])
    })

    it.each([
      ['card_expired', 'Срок действия карты истёк.'],
      ['payment_method_restricted', 'Операции по этой карте запрещены банком.'],
    ] as const)(
      'for %s stop, and tell the customer why, without advice for a payment by hand',
      async (reason, failReason) => {
        const { browser, autopayment } = await declined(reason)
        const letters = await world.letters()
        expect(kindsOf(letters)).toEqual(['autopayment-suspended'])
        expect(letters[0]?.text).toMatch(/с карты Мир ••\u00a02987 .* больше нельзя\./)
        expect(letters[0]?.text).toContain(failReason)
        expect(letters[0]?.text).not.toContain('Оплатите другой картой')
        expect(await theAutopayment(browser)).toMatchObject({ status: 'failed', failReason, nextRunAt: null })
        await failCardsWith('paid')
        await go('05-20', ten)
        expect(await chargedInAll()).toEqual([100])
        const { resumeNeeds } = await theAutopayment(browser)
        expect(resumeNeeds).toBe(reason === 'payment_method_restricted' ? null : 'card')
        const resumed = await changeAutopayment(browser, autopayment.id, { status: 'active' })
        expect(resumed.status).toBe(reason === 'payment_method_restricted' ? 200 : 409)
        if (resumed.status === 409) newOf(await setAutopayment(browser, account))
      },
    )
  })

  describe('are stopped', () => {
    const planned = async () => {
      const customer = await payingCustomer(monthly)
      await owe(900_000)
      await go('03-14', nine)
      await world.letters()
      return customer
    }
    const expectNoCharge = async () => {
      await go('03-15', ten)
      await go('04-15', ten)
      expect(await chargedInAll()).toEqual([100])
    }

    it('at once when the card is unlinked', async () => {
      const { browser, autopayment } = await planned()
      await unlinkMethods(browser)
      expect(await theAutopayment(browser)).toMatchObject({
        status: 'paused',
        method: null,
        nextRunAt: null,
        resumeNeeds: 'card',
      })
      await expectNoCharge()
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'skipped', reason: 'Карта или банковский счёт отвязаны: не списали.' },
      ])
      expect((await changeAutopayment(browser, autopayment.id, { status: 'active' })).status).toBe(409)
      newOf(await setAutopayment(browser, account))
    })

    it('at once when they are deleted, and their card is unlinked', async () => {
      const { browser, autopayment } = await planned()
      expect((await browser.send('DELETE', autopaymentsPath + autopayment.id)).status).toBe(204)
      expect(await autopaymentsOf(browser)).toEqual([])
      expect(await methodOf(browser)).toBeUndefined()
      expect((await browser.send('DELETE', autopaymentsPath + autopayment.id)).status).toBe(404)
      expect((await browser.get(`${autopaymentsPath}${autopayment.id}/runs`)).status).toBe(404)
      await expectNoCharge()
    })

    const takeOff = (browser: Browser) => browser.send('DELETE', `/api/v1/personal/delete-account/${account}`)

    describe.each([
      ['they are deleted', (browser: Browser, id: string) => browser.delete(autopaymentsPath + id)],
      ['their account is taken off the list', takeOff],
    ] as const)('for ever when %s while the card is being bound', (_, stop) => {
      const stopped = async () => {
        const { browser } = await customerWith(world, account)
        const newAutopayment = newOf(await setAutopayment(browser, account))
        expect((await stop(browser, newAutopayment.id)).status).toBe(204)
        expect(await autopaymentsOf(browser)).toEqual([])
        return { browser, newAutopayment }
      }

      it('the payment that would bind it is canceled', async () => {
        const { browser, newAutopayment } = await stopped()
        expect(await paymentWith(browser, newAutopayment.firstPayment)).toMatchObject({
          status: 'canceled',
          cancelReason: 'withdrawn',
        })
        expect((await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '')).status).toBe(409)
        expect(await chargedInAll()).toEqual([])
        expect(await world.letters()).toEqual([])
      })

      it('and that payment can’t be canceled: the card is not saved', async () => {
        gateway.cannotCancel()
        const { browser, newAutopayment } = await stopped()
        await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '')
        world.pass(3_000)
        await runJobs(world.wired)
        expect(await chargedInAll()).toEqual([100])
        expect(await methodOf(browser)).toBeUndefined()
        expect(kindsOf(await world.letters())).toEqual(['payment-receipt'])
      })
    })

    it('when they are deleted just after that payment was made: it is credited, and no card is saved', async () => {
      const { browser } = await customerWith(world, account)
      await owe(50_000)
      const newAutopayment = newOf(await setAutopayment(browser, account))
      await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '')
      expect((await browser.send('DELETE', autopaymentsPath + newAutopayment.id)).status).toBe(204)
      expect(await paymentWith(browser, newAutopayment.firstPayment)).toMatchObject({ status: 'succeeded' })
      expect(await balance(world, account)).toBe(0)
      expect(await methodOf(browser)).toBeUndefined()
    })

    it('for a pause, and resume on the next day or invoice', async () => {
      const { browser, autopayment } = await planned()
      const paused = changedOf(await changeAutopayment(browser, autopayment.id, { status: 'paused' }))
      expect(paused).toMatchObject({
        status: 'paused',
        nextRunAt: null,
        method: { kind: 'card' },
        resumeNeeds: null,
      })
      await go('03-15', ten)
      const resumed = changedOf(await changeAutopayment(browser, autopayment.id, { status: 'active' }))
      expect(resumed).toMatchObject({ status: 'active', nextRunAt: day('04-15T07:00:00.000Z') })
      await go('04-14', nine)
      await go('04-15', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
    })

    it('by invoice for a pause: invoices issued meanwhile are left to the customer', async () => {
      const { browser, autopayment } = await payingCustomer()
      await changeAutopayment(browser, autopayment.id, { status: 'paused' })
      await owe(50_000, '02')
      await changeAutopayment(browser, autopayment.id, { status: 'active' })
      await go('03-05', ten)
      await go('03-07', ten)
      expect(await chargedInAll()).toEqual([100])
    })

    describe('when the account is taken off its customer’s list,', () => {
      const ownAccounts = () =>
        world.database.db.deleteFrom('customer_accounts').where('account', '=', account)

      it('at once and with a letter, and can be resumed when it is added again', async () => {
        const other = await payingCustomer()
        const { id, browser, autopayment } = await planned()
        expect((await takeOff(browser)).status).toBe(204)
        expect(await theAutopayment(browser)).toMatchObject({
          status: 'paused',
          failReason: expect.stringContaining('Лицевого счёта'),
          resumeNeeds: 'account',
          nextRunAt: null,
        })
        const [letter, ...more] = await world.letters()
        expect(more).toEqual([])
        expect(letter).toMatchObject({ kind: 'autopayment-stopped', to: `${id}@example.ru` })
        expect(letter?.text).toContain('/personal/autopayments')
        expect(await runsOf(browser, autopayment.id)).toMatchObject([
          { outcome: 'skipped', reason: expect.stringContaining('Лицевого счёта') },
        ])
        expect((await changeAutopayment(browser, autopayment.id, { status: 'active' })).status).toBe(409)
        expect(await theAutopayment(other.browser)).toMatchObject({ status: 'active' })
        await other.browser.send('DELETE', autopaymentsPath + other.autopayment.id)
        await go('03-15', ten)
        await go('04-15', ten)
        expect(await chargedInAll()).toEqual([100, 100])
        expect(await world.letters()).toEqual([])

        await giveAccount(world, id, account)
        expect(await theAutopayment(browser)).toMatchObject({
          status: 'paused',
          failReason: null,
          resumeNeeds: null,
        })
        const resumed = changedOf(await changeAutopayment(browser, autopayment.id, { status: 'active' }))
        expect(resumed).toMatchObject({ status: 'active', failReason: null, resumeNeeds: null })
      })

      it('and can’t be resumed by adding it again when the card is unlinked, too', async () => {
        const { browser, autopayment } = await planned()
        await takeOff(browser)
        await unlinkMethods(browser)
        expect(await theAutopayment(browser)).toMatchObject({
          status: 'paused',
          failReason: expect.stringContaining('Лицевого счёта'),
          resumeNeeds: 'card',
        })
        expect(await changeAutopayment(browser, autopayment.id, { status: 'active' })).toMatchObject({
          status: 409,
          body: { message: expect.stringContaining('заново') },
        })
      })

      it('without a letter where it was already stopped', async () => {
        const { browser, autopayment } = await planned()
        changedOf(await changeAutopayment(browser, autopayment.id, { status: 'paused' }))
        await takeOff(browser)
        expect(await world.letters()).toEqual([])
        expect(await theAutopayment(browser)).toMatchObject({ status: 'paused', resumeNeeds: 'account' })
      })

      it('at the latest at its next run', async () => {
        const { browser } = await planned()
        await ownAccounts().execute()
        await expectNoCharge()
        expect(kindsOf(await world.letters())).toEqual(['autopayment-stopped'])
        expect(await theAutopayment(browser)).toMatchObject({ status: 'paused', resumeNeeds: 'account' })
      })
    })
  })

  describe('are changed:', () => {
    it('the day, and the announced charge moves to it', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      await go('03-14', nine)
      await world.letters()
      const changed = changedOf(await changeAutopayment(browser, autopayment.id, { day: 25 }))
      expect(changed).toMatchObject({ day: 25, nextRunAt: day('03-25T07:00:00.000Z') })
      await go('03-15', ten)
      await go('03-24', nine)
      expect(plain((await world.letters())[0]?.subject ?? '')).toContain('25 марта')
      await go('03-25', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
    })

    it('the day to a past one: this month is skipped', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      await go('03-14', nine)
      const changed = changedOf(await changeAutopayment(browser, autopayment.id, { day: 3 }))
      expect(changed.nextRunAt).toBe(day('04-03T07:00:00.000Z'))
      await go('03-15', ten)
      await go('04-02', nine)
      await go('04-03', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
      expect(await outcomesOf(browser, autopayment.id)).toEqual(['charged', 'skipped'])
    })

    it('the day to a later one after this month’s charge: the next one is next month’s', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      await owe(900_000)
      await go('03-14', nine)
      await go('03-15', ten)
      const changed = changedOf(await changeAutopayment(browser, autopayment.id, { day: 25 }))
      expect(changed.nextRunAt).toBe(day('04-25T07:00:00.000Z'))
      expect((await theAutopayment(browser)).nextRunAt).toBe(day('04-25T07:00:00.000Z'))
      await go('03-24', nine)
      await go('03-25', ten)
      expect(await chargedInAll()).toEqual([100, 200_000])
      await go('04-24', nine)
      await go('04-25', ten)
      expect(await chargedInAll()).toEqual([100, 200_000, 200_000])
    })

    it('the amount and the limit, if the amount is within the limit', async () => {
      const { browser, autopayment } = await payingCustomer(monthly)
      const change = (body: unknown) => changeAutopayment(browser, autopayment.id, body)
      expect(changedOf(await change({ amount: 300_000 }))).toMatchObject({
        amount: 300_000,
        limit: 1_000_000,
      })
      expect(changedOf(await change({ limit: 300_000 }))).toMatchObject({ limit: 300_000 })
      expect(await change({ amount: 300_001 })).toMatchObject({
        status: 422,
        body: { errors: { amount: [/./] } },
      })
      expect(await change({ limit: 299_999 })).toMatchObject({
        status: 422,
        body: { errors: { limit: [/./] } },
      })
      expect(await change({ day: 29 })).toMatchObject({ status: 422 })
      expect(await change({ status: 'failed' })).toMatchObject({ status: 422 })
      expect(changedOf(await change({}))).toMatchObject({ amount: 300_000, limit: 300_000, day: 15 })
    })

    it('not with values of the other rule', async () => {
      const { browser, autopayment } = await payingCustomer()
      for (const body of [{ day: 5 }, { amount: 500 }]) {
        expect((await changeAutopayment(browser, autopayment.id, body)).status).toBe(422)
      }
    })
  })

  describe('when things go wrong', () => {
    const due = async () => {
      const customer = await payingCustomer(monthly)
      await owe(900_000)
      await go('03-14', nine)
      return customer
    }

    it('and the gateway is busy, charge once within the hour', async () => {
      const { browser, autopayment } = await due()
      await world.letters()
      gateway.next('turned-away', 'turned-away', 'answer-lost')
      for (const minute of [0, 1, 2, 5, 15]) await go('03-15', ten + minute)
      expect(await chargedInAll()).toEqual([100, 200_000])
      expect(await outcomesOf(browser, autopayment.id)).toEqual(['charged'])
      expect(kindsOf(await world.letters())).toEqual(['payment-receipt'])
    })

    it('and the gateway is busy for longer, say so and charge the next day', async () => {
      const { browser, autopayment } = await due()
      await world.letters()
      gateway.next(...Array<'turned-away'>(30).fill('turned-away'))
      for (const minute of [0, 5, 20, 45, 75]) await go('03-15', ten + minute)
      expect(await outcomesOf(browser, autopayment.id)).toEqual(['failed'])
      expect(kindsOf(await world.letters())).toEqual(['autopayment-retry'])
      gateway.reset()
      await go('03-16', ten + 80)
      expect(await chargedInAll()).toEqual([100, 200_000])
      expect(await outcomesOf(browser, autopayment.id)).toEqual(['charged', 'failed'])
    })

    describe('and the gateway never tells the result of a card charge', () => {
      const chargeWithoutAnswer = async (browser: Browser) => {
        const card = await methodOf(browser)
        gateway.cut(true)
        await payAsCustomer(browser, account, { amount: 30_000, paymentMethod: card?.id })
      }

      it('wait only as long as its key can be repeated', async () => {
        const { browser } = await payingCustomer()
        await owe(80_000)
        await go('03-03', 60)
        await go('03-03', 16 * 60)
        await chargeWithoutAnswer(browser)
        await go('03-04', ten)
        expect(await chargedInAll()).toEqual([100])
        world.pass(6 * HOUR)
        gateway.cut(false)
        await runJobs(world.wired)
        expect(await chargedInAll()).toEqual([100, 80_000])
      })

      it('are set by a first payment of the whole debt, once its key can’t be repeated', async () => {
        const { id, browser } = await payingCustomer()
        account = await addToRegister(world.database.db)
        await giveAccount(world, id, account)
        await owe(50_000)
        await chargeWithoutAnswer(browser)
        await go('03-03', 16 * 60)
        gateway.cut(false)
        expect(newOf(await setAutopayment(browser, account)).lastPayment).toMatchObject({ amount: 50_000 })
      })
    })
  })

  it('are charged by the command, too, which prints how many', async () => {
    const { browser, autopayment } = await payingCustomer(monthly)
    await owe(900_000)
    await go('03-14', nine)
    world.pass(25 * HOUR)
    const operator = readingOperatorOf(world)
    const byHand = (...options: string[]) => operator('charge-autopayments', ...options)
    expect(await byHand()).toBe('Autopayments: 1 charged, 0 skipped, 0 failed')
    world.pass(1_000)
    expect(await byHand()).toBe('Autopayments: 0 charged, 0 skipped, 0 failed')
    expect(await outcomesOf(browser, autopayment.id)).toEqual(['charged'])
    await expect(byHand('--now')).rejects.toThrow('--now')
    const { db } = world.database
    const runs = await db.selectFrom('operator_log').select('run_id').distinct().execute()
    const letters = await db
      .selectFrom('outbox')
      .select('request_id')
      .where('request_id', 'is not', null)
      .execute()
    expect(letters.length).toBeGreaterThan(0)
    expect(runs.map(({ run_id }) => run_id)).toEqual(
      expect.arrayContaining(letters.map(({ request_id }) => request_id)),
    )
  })
})
