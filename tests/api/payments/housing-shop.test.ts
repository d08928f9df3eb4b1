import { randomInt } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { beginSession } from 'api/users/sessions'
import { accountsAnswer } from 'contract/accounts'
import { baseData } from 'contract/base-data'
import { SECOND } from 'format/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import {
  goTo,
  issueInvoice,
  monthly,
  newOf,
  runsOf,
  setAutopayment,
  theAutopayment,
} from '../support/autopayments-world'
import { accountsOfOnePayee, basketOf, owe, payBasket } from '../support/basket-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { startFakeYookassa } from '../support/fake-yookassa'
import { balance, payAsCustomer, payAsGuest, paymentOf, runJobs } from '../support/payments-world'

const longestAccount = 30

const randomAccount = (length: number) => `4${String(randomInt(10 ** 9)).padStart(length - 1, '0')}`
const orderOf = (url: string | null | undefined) => new URL(url ?? '').searchParams.get('orderId') ?? ''

/** The INN of the payees of all other accounts. */
const usualInn = '5099001232'

/** Makes another organisation the payee of the account. */
const payeeOf = async (db: Queries, account: string | undefined, inn: string) => {
  await db.updateTable('payees').set({ inn }).where('id', '=', `payee of ${account}`).execute()
}

/** An account whose payee has this INN, and one of somebody else. */
const accountsOfTwoPayees = async ({ database: { db } }: ApiWorld, inn: string) => {
  const [own, other] = [await addToRegister(db), await addToRegister(db)]
  await payeeOf(db, own, inn)
  return [own, other] as const
}

const ofHousing = { YOOKASSA_PAYMENT_ORDER: 'utilities' }

describeOnEachDatabase('a shop of YooKassa', (kind) => {
  const openShop = async ({ isHousing }: { isHousing: boolean }) => {
    const fake = await startFakeYookassa({ isHousing })
    const world = await openApiWorld(kind, { env: { ...fake.settings, ...(isHousing ? ofHousing : {}) } })
    /** A customer with a monthly autopayment whose card is bound, and an invoice for it to pay. */
    const autopayingCustomer = async (account: string) => {
      const { browser } = await customerWith(world, account)
      await issueInvoice(world, account, '2026-01', 100)
      const newAutopayment = newOf(await setAutopayment(browser, account, monthly))
      fake.pay(orderOf(newAutopayment.confirmationUrl))
      world.pass(3 * SECOND)
      await runJobs(world.wired)
      const autopayment = await theAutopayment(browser)
      expect(autopayment.status).toBe('active')
      await issueInvoice(world, account, '2026-02', 900_000)
      return { browser, autopayment }
    }
    const startAgain = async () => {
      await world.startAgain()
      await world.database.db.updateTable('payees').set({ inn: usualInn }).execute()
      fake.created.length = 0
      fake.charges.length = 0
    }
    const close = async () => {
      await world.close()
      await fake.close()
    }
    return { fake, world, autopayingCustomer, startAgain, close }
  }
  type Shop = Awaited<ReturnType<typeof openShop>>
  let shop: Shop

  const untilChargeDay = async (wired?: ApiWorld['wired']) => {
    await goTo(shop.world, '2026-03-14', 9 * 60 + 1, wired)
    await goTo(shop.world, '2026-03-15', 10 * 60, wired)
    await goTo(shop.world, '2026-03-15', 10 * 60 + 1, wired)
  }

  describe('of housing', () => {
    beforeAll(async () => {
      shop = await openShop({ isHousing: true })
    })
    afterAll(() => shop.close())
    beforeEach(() => shop.startAgain())

    const orderFor = (account: string, value: string, month: number) => ({
      type: 'utilities',
      amount: { value, currency: 'RUB' },
      payment_purpose: `Оплата по лицевому счёту ${account}`,
      account_number: account,
      payment_period: { month, year: 2026 },
      recipient: {
        name: 'ООО «УК „Тихий берег“»',
        inn: '5099001232',
        kpp: '509901001',
        bank: {
          name: 'АО «Тихобережный банк», г. Тихобережск',
          bic: '044599871',
          account: '40702810220000001234',
          correspondent_account: '30101810800000000871',
        },
      },
    })

    it('is sent the payment order of a payment on its page', async () => {
      const { fake, world } = shop
      const account = await addToRegister(world.database.db)
      await issueInvoice(world, account, '2026-02', 260_091)
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      expect(fake.created).toMatchObject([{ payment_order: orderFor(account, '2600.91', 2) }])
      fake.pay(orderOf(newPayment.confirmationUrl))
      world.pass(3 * SECOND)
      expect(paymentOf(await world.browser().get(`/api/v1/pay/${newPayment.id}`)).status).toBe('succeeded')
      expect(await balance(world, account)).toBe(0)
    })

    it('is sent the payment order of a charge of an autopayment', async () => {
      const { fake, world } = shop
      const account = await addToRegister(world.database.db)
      const { browser, autopayment } = await shop.autopayingCustomer(account)
      expect(fake.created).toMatchObject([{ payment_order: orderFor(account, '1.00', 1) }])
      fake.created.length = 0
      await untilChargeDay()
      expect(fake.created).toMatchObject([
        { payment_method_id: expect.any(String), payment_order: orderFor(account, '2000.00', 2) },
      ])
      expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged', amount: 200_000 }])
      expect(await balance(world, account)).toBe(700_000)
    })

    it('is told the period of the debt that is paid, and none where several are', async () => {
      const { fake, world } = shop
      const account = await addToRegister(world.database.db)
      const { browser } = await customerWith(world, account)
      await issueInvoice(world, account, '2025-12', 30_000)
      await issueInvoice(world, account, '2026-01', 20_000)
      await issueInvoice(world, account, '2026-02', 10_000)
      const periodOf = async (amount: number) => {
        fake.created.length = 0
        const newPayment = paymentOf(await payAsCustomer(browser, account, { amount }))
        fake.pay(orderOf(newPayment.confirmationUrl))
        world.pass(10 * SECOND)
        await runJobs(world.wired)
        const [order] = fake.created.map((body) => Object(body).payment_order)
        return order.payment_period
      }
      expect(await periodOf(30_000)).toEqual({ month: 12, year: 2025 })
      expect(await periodOf(5_000)).toEqual({ month: 1, year: 2026 })
      expect(await periodOf(20_000)).toBeUndefined()
      expect(await periodOf(5_000)).toEqual({ month: 2, year: 2026 })
      expect(await periodOf(100_000)).toBeUndefined()
      expect(await balance(world, account)).toBe(-100_000)
    })

    it('is offered no payment for several accounts, as an order is for one', async () => {
      const { fake, world } = shop
      const accounts = await accountsOfOnePayee(world.database, 2)
      const { browser } = await customerWith(world, ...accounts)
      for (const account of accounts) await owe(world, account, 10_000)
      const base = baseData.parse((await browser.get('/api-gateway/base-data')).body)
      expect(base.features).not.toContain('basket')
      expect(base.features).toContain('readings')
      const words = 'За один раз можно оплатить не больше 1 лицевого счёта'
      const preview = await browser.post('/api/v1/personal/basket-preview/', { accounts })
      expect([preview.status, preview.text]).toEqual([422, expect.stringContaining(words)])
      const answer = await payBasket(
        browser,
        accounts.map((account) => ({ account, amount: 10_000 })),
      )
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)])
      expect(fake.created).toEqual([])
    })

    it('is paid for accounts of any payee, each named in its order', async () => {
      const { fake, world } = shop
      const { db } = world.database
      const accounts = [await addToRegister(db), await addToRegister(db)]
      await payeeOf(db, accounts[1], '7707083893')
      for (const account of accounts) paymentOf(await payAsGuest(world.browser(), account))
      expect(fake.created.map((body) => Object(body).payment_order.recipient.inn)).toEqual([
        usualInn,
        '7707083893',
      ])
    })

    it('accepts an account number of 30 characters, and rejects one of 31 before a payment is begun', async () => {
      const { fake, world } = shop
      const { db } = world.database
      const short = await addToRegister(db, randomAccount(longestAccount))
      const long = await addToRegister(db, randomAccount(longestAccount + 1))
      const { browser } = await customerWith(world, short, long)
      paymentOf(await payAsGuest(world.browser(), short))
      paymentOf(await payAsCustomer(browser, short))
      expect(fake.created).toHaveLength(2)

      const message =
        'Этот лицевой счёт пока нельзя оплатить на сайте: банк не принимает такие длинные номера. Оплатите по квитанции.'
      for (const refused of [
        await payAsGuest(world.browser(), long),
        await payAsCustomer(browser, long),
        await setAutopayment(browser, long),
      ]) {
        expect(refused.status).toBe(422)
        expect(refused.body).toMatchObject({ message, errors: { account: [message] } })
      }
      expect(fake.created).toHaveLength(2)
      const stored = await db.selectFrom('payments').select('id').where('account', '=', long).execute()
      expect(stored).toEqual([])
      const set = await db.selectFrom('autopayments').select('id').where('account', '=', long).execute()
      expect(set).toEqual([])
    })
  })

  describe('of anything else', () => {
    beforeAll(async () => {
      shop = await openShop({ isHousing: false })
    })
    afterAll(() => shop.close())
    beforeEach(() => shop.startAgain())

    it('is sent no payment order, neither with a payment on its page nor with a charge', async () => {
      const { fake, world } = shop
      const account = await addToRegister(world.database.db)
      await shop.autopayingCustomer(account)
      await untilChargeDay()
      expect(fake.created).toHaveLength(2)
      for (const body of fake.created) expect(body).not.toHaveProperty('payment_order')
    })

    it('accepts payments and charges for an account number of any length', async () => {
      const { fake, world } = shop
      const account = await addToRegister(world.database.db, randomAccount(longestAccount + 1))
      const { browser, autopayment } = await shop.autopayingCustomer(account)
      await untilChargeDay()
      expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged', amount: 200_000 }])
      const newPayment = paymentOf(await payAsGuest(world.browser(), account, { amount: 700_000 }))
      fake.pay(orderOf(newPayment.confirmationUrl))
      world.pass(3 * SECOND)
      expect(paymentOf(await world.browser().get(`/api/v1/pay/${newPayment.id}`)).status).toBe('succeeded')
      expect(await balance(world, account)).toBe(0)
    })

    it('is paid for as many accounts at once as a receipt has items, and no more', async () => {
      const { fake, world } = shop
      const accounts = await accountsOfOnePayee(world.database, 81)
      const { browser } = await customerWith(world, ...accounts)
      for (const account of accounts) await owe(world, account, 10_000)
      expect(baseData.parse((await browser.get('/api-gateway/base-data')).body)).toMatchObject({
        features: expect.arrayContaining(['basket']),
        accountsAtOnce: 80,
      })
      const parts = accounts.map((account) => ({ account, amount: 10_000 }))
      const words = 'За один раз можно оплатить не больше 80 лицевых счетов'
      const preview = await browser.post('/api/v1/personal/basket-preview/', { accounts })
      expect(preview.status).toBe(422)
      expect(preview.body).toMatchObject({ errors: { accounts: [words] } })
      const refused = await payBasket(browser, parts)
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({ errors: { parts: [words] } })
      expect(fake.created).toEqual([])
      expect(basketOf(await payBasket(browser, parts.slice(1)))).toMatchObject({
        status: 'pending',
        confirmationUrl: expect.any(String),
      })
      expect(fake.created).toMatchObject([{ description: 'Оплата по 80\u00a0лицевым счетам' }])
    })

    describe('that belongs to one of several payees', () => {
      const shopInn = '7707083893'
      const words =
        'Этот лицевой счёт пока нельзя оплатить на сайте: платежи с сайта получает другая организация. Оплатите по квитанции.'
      const withOwner = { YOOKASSA_PAYEE_INN: shopInn }

      it('is paid for the accounts of its owner alone, and says so before the form', async () => {
        const { fake, world } = shop
        const { db } = world.database
        const [own, other] = await accountsOfTwoPayees(world, shopInn)
        const { api } = await world.replica(withOwner)
        const guest = world.browserOf(api)
        const { id } = await customerWith(world, own, other)
        const browser = world.browserOf(api)
        browser.setSession(await beginSession(db, { userId: id, device: null, now: world.now() }))
        await owe(world, other, 10_000)

        expect((await guest.post('/api/v1/pay/check/', { account: own })).status).toBe(200)
        paymentOf(await payAsGuest(guest, own))
        paymentOf(await payAsCustomer(browser, own))
        expect(fake.created).toHaveLength(2)
        const preview = { accounts: [other] }
        for (const refused of [
          await guest.post('/api/v1/pay/check/', { account: other }),
          await payAsGuest(guest, other),
          await payAsCustomer(browser, other),
          await setAutopayment(browser, other),
          await payBasket(browser, [{ account: other, amount: 10_000 }]),
          await browser.post('/api/v1/personal/basket-preview/', preview),
        ]) {
          expect(refused.status).toBe(422)
          expect(refused.body).toMatchObject({ message: words, errors: { account: [words] } })
        }
        expect(fake.created).toHaveLength(2)
        expect(await db.selectFrom('payments').select('id').where('account', '=', other).execute()).toEqual(
          [],
        )

        const { data } = accountsAnswer.parse((await browser.get('/api/v1/personal/')).body)
        expect(new Map(data.map(({ account, unpayable }) => [account, unpayable]))).toEqual(
          new Map([
            [own, undefined],
            [other, words],
          ]),
        )
      })

      it('takes no payments at all while nobody has said who owns it', async () => {
        const { fake, world } = shop
        for (const account of await accountsOfTwoPayees(world, shopInn)) {
          const refused = await payAsGuest(world.browser(), account)
          expect([refused.status, refused.body]).toEqual([422, expect.objectContaining({ message: words })])
        }
        expect(fake.created).toEqual([])
      })

      it('skips charges for accounts of others, says why, and writes to their customers', async () => {
        const { fake, world } = shop
        const account = await addToRegister(world.database.db)
        const { browser, autopayment } = await shop.autopayingCustomer(account)
        await world.letters()
        fake.created.length = 0
        world.logged.length = 0
        const { wired } = await world.replica(withOwner)
        await untilChargeDay(wired)
        expect(await runsOf(browser, autopayment.id)).toMatchObject([
          {
            outcome: 'skipped',
            payment: null,
            reason:
              'Платежи с сайта получает другая организация, не получатель этого лицевого счёта: не списали. Заплатите, пожалуйста, по квитанции.',
          },
        ])
        const letters = await world.letters()
        expect(letters.map(({ kind }) => kind)).toEqual(['autopayment-other-payee'])
        expect(letters[0]?.text).toContain('платежи с сайта получает другая организация')
        expect(fake.created).toEqual([])
        expect(world.logged.filter((entry) => 'code' in entry)).toEqual([
          expect.objectContaining({ code: 'other_payee' }),
        ])
      })
    })

    it('that became one of housing skips a charge for a longer number once, with a reason', async () => {
      const { fake, world } = shop
      const account = await addToRegister(world.database.db, randomAccount(longestAccount + 1))
      const { browser, autopayment } = await shop.autopayingCustomer(account)
      await world.letters()
      fake.created.length = 0
      world.logged.length = 0
      const { wired } = await world.replica(ofHousing)
      await untilChargeDay(wired)
      await goTo(world, '2026-03-16', 11 * 60, wired)
      expect(world.logged).toEqual([
        {
          code: 'account_too_long',
          run: expect.anything(),
          autopayment: autopayment.id,
          message: 'a charge was skipped: the gateway takes no account numbers as long as this one',
        },
      ])

      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        {
          outcome: 'skipped',
          payment: null,
          reason:
            'Банк пока не принимает такие длинные номера лицевых счетов: не списали. Заплатите, пожалуйста, по квитанции.',
        },
      ])
      const letters = await world.letters()
      expect(letters.map(({ kind }) => kind)).toEqual(['autopayment-account-too-long'])
      expect(letters[0]?.text).toContain('2\u00a0000,00\u00a0₽')
      expect(letters[0]?.text).toContain('по квитанции')
      expect(fake.created).toEqual([])
      expect(await theAutopayment(browser)).toMatchObject({ status: 'active' })
    })

    it('that became one of housing skips a charge that was already announced', async () => {
      const { fake, world } = shop
      const account = await addToRegister(world.database.db, randomAccount(longestAccount + 1))
      const { browser, autopayment } = await shop.autopayingCustomer(account)
      await goTo(world, '2026-03-14', 9 * 60 + 1)
      fake.created.length = 0
      const { wired } = await world.replica(ofHousing)
      await goTo(world, '2026-03-15', 10 * 60, wired)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'skipped', payment: null }])
      expect(fake.created).toEqual([])
    })
  })
})
