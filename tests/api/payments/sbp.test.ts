import { baseData } from 'contract/base-data'
import { type Payment, savedMethodsAnswer } from 'contract/payments'
import { DAY, HOUR, MINUTE, SECOND } from 'format/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import {
  changeAutopayment,
  changedOf,
  chargesOf,
  goTo,
  monthly,
  newOf,
  runsOf,
  setAutopayment,
  theAutopayment,
} from '../support/autopayments-world'
import { accountsOfOnePayee, basketOf, owe, payBasket } from '../support/basket-world'
import { addToRegister, customerWith } from '../support/billing-register'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  newKey,
  paidCard,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  runJobs,
} from '../support/payments-world'

const kind = 'sbp'

describeOnEachDatabase('a payment through SBP', (database) => {
  const world = openForTests(() => openApiWorld(database))
  let account: string
  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  type Way = Pick<Payment, 'qr' | 'confirmationUrl'>
  const inApp = ({ qr, confirmationUrl }: Way, form: Record<string, string>) => {
    expect(qr).toBe(confirmationUrl)
    return atBank(world.api).press(qr ?? '', form)
  }
  const confirm = (payment: Way, more: Record<string, string> = {}) =>
    inApp(payment, { step: 'confirm', ...more })
  const settle = async (ms = 10 * SECOND) => {
    world.pass(ms)
    await runJobs(world.wired)
    await runJobs(world.wired)
  }
  const begunByCustomer = async (more: object = {}) => {
    const customer = await customerWith(world, account)
    const payment = paymentOf(await payAsCustomer(customer.browser, account, { kind, ...more }))
    const stateOf = async () => paymentOf(await customer.browser.get(`/api/v1/personal/pay/${payment.id}`))
    return { ...customer, payment, stateOf }
  }

  it('is announced with the kinds of the test bank', async () => {
    const { body } = await world.browser().get('/api-gateway/base-data')
    expect(baseData.parse(body).paymentKinds).toEqual(['card', 'sbp'])
  })

  it.each(['barter', '', null, 1])('is refused with the kind %j, and nothing is stored', async (wrong) => {
    const answer = await payAsGuest(world.browser(), account, { kind: wrong })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ errors: { kind: [expect.any(String)] } })
    expect(await world.database.db.selectFrom('payments').select('id').execute()).toEqual([])
  })

  it('of a guest is paid in the bank’s app, and has no code after that', async () => {
    const newPayment = paymentOf(await payAsGuest(world.browser(), account, { kind }))
    expect(newPayment).toMatchObject({
      status: 'pending',
      expiresAt: new Date(world.now().getTime() + HOUR).toISOString(),
    })
    const back = await confirm(newPayment)
    expect(back).toMatchObject({ status: 303, location: expect.stringContaining(newPayment.id) })
    await settle()
    const paid = paymentOf(await world.browser().get(`/api/v1/pay/${newPayment.id}`))
    expect(paid).toMatchObject({
      status: 'succeeded',
      method: { kind: 'sbp', title: 'СБП' },
      confirmationUrl: null,
    })
    expect(paid.qr ?? null).toBeNull()
    expect(await charged(world, newPayment.id)).toEqual([260_091])
    expect(await balance(world, account)).toBe(-260_091)
  })

  it('keeps its code while it waits, also in the history and on the account’s card', async () => {
    const { browser, payment, stateOf } = await begunByCustomer()
    await settle(MINUTE)
    const way = { qr: payment.qr, expiresAt: payment.expiresAt, confirmationUrl: payment.confirmationUrl }
    expect(payment.qr).toBeTruthy()
    expect(await stateOf()).toMatchObject(way)
    const history = await browser.get(`/api/v1/personal/history/${account}?status=pending`)
    expect(history.body).toMatchObject({ data: [way] })
    await browser.get('/api/v1/personal/')
  })

  it('by the same key is the same one; with another kind the key is refused', async () => {
    const key = newKey()
    const { browser } = await customerWith(world, account)
    const newPayment = paymentOf(await payAsCustomer(browser, account, { kind, key }))
    expect(paymentOf(await payAsCustomer(browser, account, { kind, key })).id).toBe(newPayment.id)
    for (const other of ['card', undefined]) {
      const refused = await payAsCustomer(browser, account, { key, kind: other })
      expect(refused).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    }
  })

  it('is a card’s where the request names none, by the same key as for a card', async () => {
    const key = newKey()
    const guest = world.browser()
    const newPayment = paymentOf(await payAsGuest(guest, account, { key }))
    expect(newPayment.qr ?? null).toBeNull()
    expect(paymentOf(await payAsGuest(guest, account, { key, kind: 'card' })).id).toBe(newPayment.id)
  })

  it('that is refused in the app is canceled, and nothing is charged', async () => {
    const { payment, stateOf } = await begunByCustomer()
    await inApp(payment, { step: 'give-up' })
    await settle()
    expect(await stateOf()).toMatchObject({ status: 'canceled', method: { kind: 'sbp' } })
    expect(await charged(world, payment.id)).toEqual([])
  })

  it('waits for money that is still on its way', async () => {
    const { payment, stateOf } = await begunByCustomer()
    const page = await confirm(payment, { arrives: 'in-a-minute' })
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining('Деньги ещё в пути') })
    await settle(30 * SECOND)
    expect(await stateOf()).toMatchObject({ status: 'pending' })
    expect((await confirm(payment)).status).toBe(409)
    await settle(MINUTE)
    expect(await stateOf()).toMatchObject({ status: 'succeeded' })
    expect(await charged(world, payment.id)).toEqual([260_091])
  })

  it('expires after an hour', async () => {
    const { payment, stateOf } = await begunByCustomer()
    await settle(HOUR - MINUTE)
    expect(await stateOf()).toMatchObject({ status: 'pending' })
    await settle(MINUTE)
    expect(await stateOf()).toMatchObject({ status: 'canceled', cancelReason: 'expired_on_confirmation' })
    expect((await confirm(payment)).status).toBe(409)
    expect(await balance(world, account)).toBe(0)
  })

  it('is credited once when its money arrives after that, in the 61st minute', async () => {
    const { payment, stateOf } = await begunByCustomer()
    await confirm(payment, { arrives: 'after-expiry' })
    await settle(HOUR)
    expect(await stateOf()).toMatchObject({ status: 'canceled', cancelReason: 'expired_on_confirmation' })
    await settle(MINUTE)
    await settle(DAY)
    expect(await stateOf()).toMatchObject({ status: 'succeeded', cancelReason: null })
    expect(await charged(world, payment.id)).toEqual([260_091])
    expect(await balance(world, account)).toBe(-260_091)
    expect((await world.letters()).map((letter) => letter.kind)).toContain('payment-receipt')
  })

  it('for several accounts has one code, and pays each of them', async () => {
    const accounts = await accountsOfOnePayee(world.database, 2)
    const { browser } = await customerWith(world, ...accounts)
    const parts = accounts.map((one, at) => ({ account: one, amount: 10_000 * (at + 1) }))
    const newBasket = basketOf(await payBasket(browser, parts, { kind }))
    expect(newBasket.qr).toBeTruthy()
    const read = async () => basketOf(await browser.get(`/api/v1/personal/basket/${newBasket.id}`))
    expect(await read()).toMatchObject({ qr: newBasket.qr, expiresAt: newBasket.expiresAt })
    const [part] = newBasket.parts
    expect(paymentOf(await browser.get(`/api/v1/personal/pay/${part?.payment}`)).qr).toBe(newBasket.qr)
    await confirm(newBasket)
    await settle()
    expect(await read()).toMatchObject({ status: 'succeeded' })
    expect(await Promise.all(accounts.map((one) => balance(world, one)))).toEqual([-10_000, -20_000])
  })

  describe('that saves the account', () => {
    const savedBy = async () => {
      const customer = await begunByCustomer({ saveMethod: true })
      await confirm(customer.payment, { step: 'confirm-and-bind' })
      await settle()
      const { body } = await customer.browser.get('/api/v1/personal/payment-methods/')
      return { ...customer, methods: Object(body).data }
    }

    it('keeps it, and it pays without the app', async () => {
      const { browser, methods } = await savedBy()
      expect(methods).toMatchObject([{ kind: 'sbp', title: 'СБП', expiresAt: null }])
      const next = await payAsCustomer(browser, account, { paymentMethod: methods[0].id, amount: 5_000 })
      expect(paymentOf(next)).toMatchObject({ status: 'succeeded', method: { kind: 'sbp' } })
    })

    it('keeps nothing where the payer does not allow it', async () => {
      const { browser, payment, stateOf } = await begunByCustomer({ saveMethod: true })
      await confirm(payment)
      await settle()
      expect(await stateOf()).toMatchObject({ status: 'succeeded' })
      expect((await browser.get('/api/v1/personal/payment-methods/')).body).toEqual({ data: [] })
    })
  })

  describe('for a new autopayment', () => {
    const begin = async () => {
      const customer = await customerWith(world, account)
      const newAutopayment = newOf(await setAutopayment(customer.browser, account, { ...monthly, kind }))
      expect(newAutopayment.qr).toBeTruthy()
      return { ...customer, newAutopayment }
    }

    it('binds the account, which is charged on its day', async () => {
      const { browser, newAutopayment } = await begin()
      await confirm(newAutopayment, { step: 'confirm-and-bind' })
      await settle()
      const autopayment = await theAutopayment(browser)
      expect(autopayment).toMatchObject({ status: 'active', method: { kind: 'sbp', title: 'СБП' } })
    })

    it('that the payer does not let bind does not begin, and its customer is told', async () => {
      const { browser, newAutopayment } = await begin()
      await confirm(newAutopayment)
      await settle()
      expect(await theAutopayment(browser)).toMatchObject({
        status: 'failed',
        method: null,
        failReason: 'Банковский счёт не сохранился: списывать с него автоматически нельзя.',
      })
      const letters = await world.letters()
      const about = letters.find((letter) => letter.kind === 'autopayment-not-connected')
      expect(about?.text).toContain('счёт не сохранился')
    })

    it('is suspended when the account was revoked in the bank, and its customer is told', async () => {
      const { browser, newAutopayment } = await begin()
      await confirm(newAutopayment, { step: 'confirm-and-bind', later: 'permission_revoked' })
      await settle()
      await owe(world, account, 150_000)
      await world.letters()
      await goTo(world, '2026-03-14', 10 * 60)
      await goTo(world, '2026-03-15', 10 * 60)
      expect(await theAutopayment(browser)).toMatchObject({
        id: newAutopayment.id,
        status: 'failed',
        failReason: 'Согласие на списания с банковского счёта отозвано.',
      })
      const letters = await world.letters()
      const about = letters.find((letter) => letter.kind === 'autopayment-suspended')
      expect(about?.text).toContain('Списать деньги со счёта через СБП')
      expect(letters.map(({ text }) => text).join()).not.toMatch(/карт[ыу] СБП|Карта отвязана/)
      expect(await chargesOf(world, account)).toHaveLength(1)
    })

    it('says of each charge how it was made, also after a card has taken the place of the account', async () => {
      const { browser, newAutopayment } = await begin()
      await confirm(newAutopayment, { step: 'confirm-and-bind', later: 'insufficient_funds' })
      await settle()
      const paid = paymentOf(await payAsCustomer(browser, account, { amount: 100, saveMethod: true }))
      await atBank(world.api).pay(bankPageOf(paid), paidCard)
      await settle()
      const { body } = await browser.get('/api/v1/personal/payment-methods/')
      const card = savedMethodsAnswer.parse(body).data.find((method) => method.kind === 'card')
      await owe(world, account, 900_000)
      await goTo(world, '2026-03-14', 10 * 60)
      await goTo(world, '2026-03-15', 10 * 60)
      changedOf(await changeAutopayment(browser, newAutopayment.id, { paymentMethod: card?.id }))
      await goTo(world, '2026-03-16', 11 * 60)
      expect(await runsOf(browser, newAutopayment.id)).toMatchObject([
        { outcome: 'charged' },
        { outcome: 'failed', reason: expect.stringMatching(/^На банковском счёте не хватило денег\./) },
      ])
    })
  })
})
