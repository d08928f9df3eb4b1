import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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
import { addToRegister, customerWith } from '../support/billing-register'
import { startFakeYookassa } from '../support/fake-yookassa'
import { balance, payAsCustomer, payAsGuest, paymentOf, runJobs } from '../support/payments-world'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const SECOND = 1_000
const longestAccount = 30

const randomAccount = (length: number) => `4${String(randomInt(10 ** 9)).padStart(length - 1, '0')}`
const orderOf = (url: string | null | undefined) => new URL(url ?? '').searchParams.get('orderId') ?? ''

const ofHousing = { YOOKASSA_PAYMENT_ORDER: 'utilities' }

describeOnEachDatabase('a shop of YooKassa', (kind) => {
  const openShop = async ({ isHousing }: { isHousing: boolean }) => {
    const fake = await startFakeYookassa({ isHousing })
    const world = await openApiWorld(kind, {}, {}, { ...fake.settings, ...(isHousing ? ofHousing : {}) })
    /** A customer with a monthly autopayment whose card is bound, and an invoice for it to pay. */
    const autopayingCustomer = async (account: string) => {
      const { browser } = await customerWith(world, account)
      await issueInvoice(world, account, '2026-01', 100)
      const begun = newOf(await setAutopayment(browser, account, monthly))
      fake.pay(orderOf(begun.confirmationUrl))
      world.pass(3 * SECOND)
      await runJobs(world.wired)
      const autopayment = await theAutopayment(browser)
      expect(autopayment.status).toBe('active')
      await issueInvoice(world, account, '2026-02', 900_000)
      return { browser, autopayment }
    }
    const startAgain = async () => {
      await world.startAgain()
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
      const begun = paymentOf(await payAsGuest(world.browser(), account))
      expect(fake.created).toMatchObject([{ payment_order: orderFor(account, '2600.91', 2) }])
      fake.pay(orderOf(begun.confirmationUrl))
      world.pass(3 * SECOND)
      expect(paymentOf(await world.browser().get(`/api/v1/pay/${begun.id}`)).status).toBe('succeeded')
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
      const begun = paymentOf(await payAsGuest(world.browser(), account, { amount: 700_000 }))
      fake.pay(orderOf(begun.confirmationUrl))
      world.pass(3 * SECOND)
      expect(paymentOf(await world.browser().get(`/api/v1/pay/${begun.id}`)).status).toBe('succeeded')
      expect(await balance(world, account)).toBe(0)
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
