import { settleByHand } from 'api/payments'
import { basketPreviewAnswer } from 'contract/basket'
import { historyAnswer, paymentAnswer } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import { DAY, HOUR, SECOND } from 'format/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { issueInvoice } from '../support/autopayments-world'
import { accountsOfOnePayee, bankPageOfBasket, basketOf, owe, payBasket } from '../support/basket-world'
import { addToRegister, customerWith, giveAccount } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { readingOperatorOf, why } from '../support/operator'
import { eventsOf, recordsOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  mirCard,
  newKey,
  payAsCustomer,
  paymentOf,
  paymentWebhook,
  runJobs,
  savedMethodsOf,
  sendWebhook,
} from '../support/payments-world'
import { refundAtBank, refundsAtBank, refundWebhook } from '../support/refunds-world'

describeOnEachDatabase('one payment for several accounts', (kind) => {
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  let accounts: string[]
  let browser: Browser
  let userId: string
  beforeEach(async () => {
    gateway.reset()
    await world.startAgain()
    accounts = await accountsOfOnePayee(world.database, 3)
    for (const [index, account] of accounts.entries()) await owe(world, account, sums[index] ?? 0)
    ;({ browser, id: userId } = await customerWith(world, ...accounts))
  })

  const sums = [115_940, 315_280, 1]
  const total = 431_221
  const parts = () => accounts.map((account, index) => ({ account, amount: sums[index] ?? 0 }))
  const pay = (more: Parameters<typeof payBasket>[2] = {}) => payBasket(browser, parts(), more)
  const readBasket = async (id: string) => basketOf(await browser.get(`/api/v1/personal/basket/${id}`))
  const readPayment = async (id: string) => paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
  const balances = () => Promise.all(accounts.map((account) => balance(world, account)))
  const bankIdOf = (page: string) => page.split('/').at(-1) ?? ''
  const jobs = (afterMs = 10 * SECOND) => {
    world.pass(afterMs)
    return runJobs(world.wired)
  }
  const paid = async () => {
    const basket = basketOf(await pay())
    const page = bankPageOfBasket(basket)
    await atBank(world.api).pay(page)
    await jobs()
    return { ...basket, bankId: bankIdOf(page) }
  }
  const rowsOf = async (basketId: string) =>
    (await recordsOf(world, ...accounts))
      .filter((row) => row.basket_id === basketId)
      .sort((one, other) => one.account.localeCompare(other.account))
  /** Checks that the basket, all its payments and the sums of all histories have the same outcome. */
  const expectOutcome = async (id: string, status: 'pending' | 'succeeded' | 'canceled') => {
    const basket = await readBasket(id)
    expect(basket.status).toBe(status)
    expect(new Set((await rowsOf(id)).map((row) => row.status))).toEqual(new Set([status]))
    for (const part of basket.parts) {
      expect(await readPayment(part.payment)).toMatchObject({
        status,
        account: part.account,
        amount: part.amount,
      })
      const history = await browser.get(`/api/v1/personal/history/${part.account}?status=${status}`)
      const { data, meta } = historyAnswer.parse(history.body)
      expect(data.map((payment) => payment.id)).toContain(part.payment)
      expect(meta.totalAmount).toBe(data.reduce((sum, { amount }) => sum + amount, 0))
    }
    return basket
  }
  /** Checks that each balance is the sum of its ledger entries, and that each payment of the basket has one entry. */
  const expectLedger = async (id: string) => {
    const rows = await rowsOf(id)
    const entries = await world.database.db
      .selectFrom('ledger_entries')
      .select(['account', 'amount', 'payment_id'])
      .where(
        'payment_id',
        'in',
        rows.map((row) => row.id),
      )
      .orderBy('account')
      .execute()
    expect(entries).toEqual(
      rows.map((row, index) => ({
        account: row.account,
        amount: -(sums[index] ?? 0),
        payment_id: row.id,
      })),
    )
    expect(await balances()).toEqual([0, 0, 0])
  }

  it('is named in the history of each of its accounts with the sum of all, for its own customer', async () => {
    const [first = '', ...others] = accounts
    const { browser: other } = await customerWith(world, first)
    const some = parts().map((part) => (part.account === first ? { ...part, amount: 100 } : part))
    const { id, amount } = basketOf(await payBasket(browser, some))
    world.pass(SECOND)
    paymentOf(await payAsCustomer(browser, first, { amount: 100 }))
    const basketsIn = async (account: string, by = browser) => {
      const history = await by.get(`/api/v1/personal/history/${account}?status=pending`)
      return historyAnswer.parse(history.body).data.map((payment) => payment.basket)
    }
    for (const account of others) expect(await basketsIn(account)).toEqual([{ id, amount }])
    expect(await basketsIn(first)).toEqual([null, { id, amount }])
    expect(await basketsIn(first, other)).toEqual([null, null])
  })

  describe('its preview', () => {
    const preview = async (body: object, by = browser) =>
      by.send('POST', '/api/v1/personal/basket-preview/', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const shown = async (body: object) => basketPreviewAnswer.parse((await preview(body)).body).data

    it('is all that is owed, without the accounts that owe nothing, and changes nothing', async () => {
      const [first = '', second = '', third = ''] = accounts
      await owe(world, third, -1)
      const { amount, parts: all } = await shown({ accounts: [third, second, first] })
      expect(amount).toBe(431_220)
      expect(all.map((part) => [part.account, part.amount])).toEqual([
        [second, 315_280],
        [first, 115_940],
      ])
      expect(await recordsOf(world, ...accounts)).toEqual([])
    })

    it('divides a sum by the age of the debts', async () => {
      const [first = '', second = ''] = accounts
      await owe(world, first, -115_940)
      await owe(world, second, -315_280)
      await issueInvoice(world, first, '2026-01', 10_000)
      await issueInvoice(world, second, '2025-12', 7_000)
      await issueInvoice(world, second, '2026-02', 5_000)
      const { amount, parts: all } = await shown({ accounts: [first, second], amount: 17_500 })
      expect(amount).toBe(17_500)
      expect(all).toEqual([
        { account: first, amount: 10_000, periods: [{ period: '2026-01', amount: 10_000 }] },
        {
          account: second,
          amount: 7_500,
          periods: [
            { period: '2025-12', amount: 7_000 },
            { period: '2026-02', amount: 500 },
          ],
        },
      ])
    })

    it('refuses more than is owed, at the amount', async () => {
      const refused = await preview({ accounts, amount: total + 1 })
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({ errors: { amount: [expect.stringContaining('4\u00a0312,21')] } })
      expect((await shown({ accounts, amount: total })).amount).toBe(total)
    })

    it.each([0, -5, 1.5, 35_000_001, '100'])('refuses the amount %j', async (amount) => {
      const refused = await preview({ accounts, amount })
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({ errors: { amount: [expect.any(String)] } })
    })

    it('leaves out an account without a debt, also of another payee', async () => {
      const foreign = await addToRegister(world.database.db)
      await giveAccount(world, userId, foreign)
      const { amount, parts } = await shown({ accounts: [foreign, ...accounts] })
      expect(amount).toBe(total)
      expect(parts.map(({ account }) => account)).toEqual(accounts)
    })

    it('refuses accounts of different payees, and names those of each', async () => {
      const foreign = await addToRegister(world.database.db)
      await owe(world, foreign, 100)
      await giveAccount(world, userId, foreign)
      const [first = '', second = ''] = accounts
      const refused = await preview({ accounts: [first, foreign, second] })
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({
        code: problemCodes.differentPayees,
        groups: [[first, second], [foreign]],
      })
      const pressed = await payBasket(browser, [
        { account: first, amount: 100 },
        { account: foreign, amount: 100 },
      ])
      expect({ status: pressed.status, body: pressed.body }).toMatchObject({
        status: 422,
        body: { code: problemCodes.differentPayees },
      })
    })

    it('knows no account of anybody else', async () => {
      const foreign = await addToRegister(world.database.db)
      for (const account of [foreign, '000'])
        expect((await preview({ accounts: [...accounts, account] })).status).toBe(404)
      expect((await preview({ accounts }, (await customerWith(world)).browser)).status).toBe(404)
      expect((await preview({ accounts }, world.browser())).status).toBe(401)
      expect((await preview({ accounts: [] })).status).toBe(422)
    })
  })

  describe('that is begun', () => {
    it('is one charge, and a payment for each account in the order that was asked for', async () => {
      const basket = basketOf(await payBasket(browser, parts().reverse()))
      expect(basket).toMatchObject({ amount: total, status: 'pending' })
      expect(basket.parts.map(({ account, amount }) => ({ account, amount }))).toEqual(parts().reverse())
      expect(new Set(basket.parts.map(({ payment }) => payment)).size).toBe(3)
      const page = await atBank(world.api).open(bankPageOfBasket(basket))
      for (const account of accounts) expect(page.html).toContain(account)
      expect(page.html).toContain('4\u00a0312,21')
      await expectOutcome(basket.id, 'pending')
    })

    it('names the organisation that is paid, and when it was begun', async () => {
      const { db } = world.database
      const { name } = await db
        .selectFrom('payees')
        .innerJoin('register_accounts', 'register_accounts.payee_id', 'payees.id')
        .where('account', '=', accounts[0] ?? '')
        .select('payees.name')
        .executeTakeFirstOrThrow()
      const newBasket = basketOf(await pay())
      for (const basket of [newBasket, await readBasket(newBasket.id)])
        expect(basket).toMatchObject({ payee: name, createdAt: world.now().toISOString() })
    })

    it('leads back to the result of the basket', async () => {
      const basket = basketOf(await pay())
      const done = await atBank(world.api).pay(bankPageOfBasket(basket))
      expect(done.location).toContain(`/personal/pay-success?basket=${basket.id}`)
    })

    it('is the same for the same key, twenty times at once', async () => {
      const key = newKey()
      const answers = await Promise.all(Array.from({ length: 20 }, () => pay({ key })))
      expect(new Set(answers.map((answer) => basketOf(answer).id)).size).toBe(1)
      expect(await recordsOf(world, ...accounts)).toHaveLength(3)
      expect(basketOf(await payBasket(browser, parts().reverse(), { key })).id).toBe(
        basketOf(answers[0] ?? (await pay({ key }))).id,
      )
    })

    it('is refused under a key of other data', async () => {
      const key = newKey()
      basketOf(await pay({ key }))
      for (const answer of [
        await payBasket(browser, parts().slice(1), { key }),
        await pay({ key, saveMethod: true }),
        await payAsCustomer(browser, accounts[0] ?? '', { key, amount: 100 }),
      ])
        expect({ status: answer.status, body: answer.body }).toMatchObject({
          status: 422,
          body: { code: problemCodes.idempotencyMismatch },
        })
    })

    it('is refused with 409 when an account was removed meanwhile, and stores nothing', async () => {
      await browser.send('DELETE', `/api/v1/personal/delete-account/${accounts[1]}`)
      const answer = await pay()
      expect(answer.status).toBe(409)
      expect(answer.text).toContain(accounts[1])
      expect(await recordsOf(world, ...accounts)).toEqual([])
    })

    it.each([
      [[], 'parts'],
      [[{ account: 0, amount: 0 }], 'parts.0.amount'],
      [[{ account: 0, amount: -1 }], 'parts.0.amount'],
      [[{ account: 0, amount: 1.5 }], 'parts.0.amount'],
      [[{ account: 0, amount: 99 }], 'parts'],
      [
        [
          { account: 0, amount: 35_000_000 },
          { account: 1, amount: 1 },
        ],
        'parts',
      ],
      [
        [
          { account: 0, amount: 100 },
          { account: 0, amount: 100 },
        ],
        'parts.1.account',
      ],
    ])('is refused with the parts %j, at %s', async (wanted, field) => {
      const answer = await payBasket(
        browser,
        wanted.map(({ account, amount }) => ({ account: accounts[account] ?? '', amount })),
      )
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ errors: { [field]: [expect.any(String)] } })
    })

    it('needs a key and a customer', async () => {
      expect((await pay({ key: '' })).status).toBeGreaterThanOrEqual(400)
      expect((await payBasket(world.browser(), parts())).status).toBe(401)
    })

    it('is nobody else’s', async () => {
      const { id, parts: all } = basketOf(await pay())
      const other = (await customerWith(world, ...accounts)).browser
      expect((await other.get(`/api/v1/personal/basket/${id}`)).status).toBe(404)
      // The other payments are no baskets.
      for (const { payment } of all.filter((part) => part.payment !== id))
        expect((await browser.get(`/api/v1/personal/basket/${payment}`)).status).toBe(404)
    })

    it('may be of one account', async () => {
      const [account = ''] = accounts
      const basket = basketOf(await payBasket(browser, [{ account, amount: 115_940 }]))
      await atBank(world.api).pay(bankPageOfBasket(basket))
      await jobs()
      await expectOutcome(basket.id, 'succeeded')
      expect(await balance(world, account)).toBe(0)
    })
  })

  describe('that succeeds', () => {
    it('pays every account at once, with a letter and a receipt each', async () => {
      const { id, parts: all } = await paid()
      await expectOutcome(id, 'succeeded')
      await expectLedger(id)
      expect(await charged(world, id)).toEqual([total])
      const letters = (await world.letters()).filter((letter) => letter.kind === 'payment-receipt')
      expect(letters).toHaveLength(3)
      await jobs(60 * SECOND)
      for (const { payment } of all) {
        expect(letters.some(({ text }) => text.includes(payment))).toBe(true)
        expect(await readPayment(payment)).toMatchObject({
          receiptStatus: 'done',
          receiptUrl: expect.stringContaining('/receipt/'),
        })
      }
    })

    it('is credited once, however often its webhook comes', async () => {
      const basket = basketOf(await pay())
      const page = bankPageOfBasket(basket)
      await atBank(world.api).pay(page)
      const body = paymentWebhook('succeeded', bankIdOf(page), basket.id)
      world.pass(5 * SECOND)
      const statuses = await Promise.all(Array.from({ length: 5 }, () => sendWebhook(world, body)))
      expect(statuses).toContain(200)
      await jobs()
      expect(await sendWebhook(world, body)).toBe(200)
      await expectOutcome(basket.id, 'succeeded')
      await expectLedger(basket.id)
    })

    it('is settled when the gateway is asked about any of its payments', async () => {
      const basket = basketOf(await pay())
      await atBank(world.api).pay(bankPageOfBasket(basket))
      world.pass(5 * SECOND)
      const part = basket.parts.find(({ payment }) => payment !== basket.id)
      expect((await readPayment(part?.payment ?? '')).status).toBe('succeeded')
      await expectLedger(basket.id)
    })

    /** Pays a basket that saves the card, and restores the debts; returns the id of the card. */
    const keepCard = async () => {
      const bound = basketOf(await pay({ saveMethod: true }))
      await atBank(world.api).pay(bankPageOfBasket(bound), mirCard)
      await jobs()
      const methods = await savedMethodsOf(browser)
      expect(methods).toHaveLength(1)
      for (const [index, account] of accounts.entries()) await owe(world, account, sums[index] ?? 0)
      return methods[0]?.id
    }

    it('saves the card on request, and charges it for the next basket without the bank’s page', async () => {
      const paymentMethod = await keepCard()
      const next = basketOf(await pay({ paymentMethod }))
      expect(next).toMatchObject({ status: 'succeeded', confirmationUrl: null })
      expect(await balances()).toEqual([0, 0, 0])
    })

    it('is canceled with all of its payments when its process died and nobody sent it within a minute', async () => {
      const paymentMethod = await keepCard()
      gateway.diesBeforeSending(true)
      expect((await pay({ paymentMethod })).status).toBe(500)
      gateway.diesBeforeSending(false)
      await jobs(61 * SECOND)
      const rows = (await recordsOf(world, ...accounts)).filter(({ status }) => status !== 'succeeded')
      expect(rows).toMatchObject(accounts.map(() => ({ status: 'canceled', decline_reason: 'not_sent' })))
      expect(await balances()).toEqual(sums)
    })

    it('says, as each of its payments does, that the bank has never answered, once nobody can ask it any more', async () => {
      const paymentMethod = await keepCard()
      gateway.cut(true)
      const { id, parts: all } = basketOf(await pay({ paymentMethod }))
      const unanswered = async () => {
        const payments = await Promise.all(all.map(({ payment }) => readPayment(payment)))
        return [await readBasket(id), ...payments].map((one) => one.unanswered)
      }
      expect(await unanswered()).toEqual([false, false, false, false])
      await jobs(26 * HOUR)
      expect(await unanswered()).toEqual([true, true, true, true])
    })

    it('is found by its list when every answer was lost', async () => {
      gateway.next('answer-lost')
      const answer = await pay()
      expect(answer.status).toBe(503)
      await jobs(5 * SECOND)
      const rows = await recordsOf(world, ...accounts)
      expect(rows).toHaveLength(3)
      for (const row of rows)
        expect(row).toMatchObject({ state: 'pending', confirmation_url: expect.any(String) })
      await atBank(world.api).pay(rows[0]?.confirmation_url ?? '')
      await jobs()
      const [id = ''] = rows.map((row) => row.basket_id ?? '')
      await expectLedger(id)
      expect(await charged(world, id)).toEqual([total])
    })
  })

  describe('that ends without money', () => {
    it('is canceled for every account, and the debts stay', async () => {
      const basket = basketOf(await pay())
      await atBank(world.api).press(bankPageOfBasket(basket), { step: 'give-up' })
      await jobs(2 * HOUR)
      await expectOutcome(basket.id, 'canceled')
      expect(await balances()).toEqual(sums)
    })

    it('is credited as a whole when it turns out to be paid after all', async () => {
      const basket = basketOf(await pay())
      const page = bankPageOfBasket(basket)
      await atBank(world.api).pay(page, undefined, { webhooks: 'never' })
      gateway.answerNotFound()
      await jobs(2 * DAY)
      await expectOutcome(basket.id, 'canceled')
      gateway.reset()
      await jobs(4 * DAY)
      await expectOutcome(basket.id, 'succeeded')
      await expectLedger(basket.id)
      const letters = await world.letters()
      expect(letters.filter(({ text }) => text.includes('отменённым'))).toHaveLength(3)
    })

    it('is settled by hand as a whole, by its own number and not by that of a part', async () => {
      gateway.next('answer-lost')
      gateway.cutList(true)
      await pay({ key: newKey() })
      const [row] = await recordsOf(world, accounts[0] ?? '')
      const settle = (id: string) =>
        settleByHand(
          {
            ...world,
            hooks: world.wired.payments.hooks,
            gateways: world.wired.payments.gateways,
            now: world.now(),
          },
          id,
          { charge: 'none' },
        )
      await expect(settle(row?.id ?? '')).rejects.toThrow(row?.basket_id ?? 'no basket')
      expect(await settle(row?.basket_id ?? '')).toBe('canceled')
      await expectOutcome(row?.basket_id ?? '', 'canceled')
    })
  })

  describe('beside other payments', () => {
    it('is asked about where an account is being paid, and its key is not used up', async () => {
      const [, second = ''] = accounts
      const other = paymentOf(await payAsCustomer(browser, second, { amount: 315_280 }))
      const key = newKey()
      const question = await pay({ key })
      expect({ status: question.status, body: question.body }).toMatchObject({
        status: 422,
        body: { code: problemCodes.confirmRequired },
      })
      const confirmed = basketOf(await pay({ key, payAnew: true }))
      expect((await readPayment(other.id)).status).toBe('canceled')
      await expectOutcome(confirmed.id, 'pending')
      expect(basketOf(await pay({ key, payAnew: true })).id).toBe(confirmed.id)
    })

    it('is asked about for each of its accounts', async () => {
      basketOf(await pay())
      for (const [index, account] of accounts.slice(0, 2).entries()) {
        const question = await payAsCustomer(browser, account, { amount: sums[index] })
        expect(question.body).toMatchObject({ code: problemCodes.confirmRequired })
      }
    })

    it('is asked about where an account was paid since the page was drawn', async () => {
      const [, second = ''] = accounts
      const other = paymentOf(await payAsCustomer(browser, second, { amount: 315_280 }))
      await atBank(world.api).pay(bankPageOf(other))
      await jobs()
      const key = newKey()
      const seenBalances = parts().map(({ amount }) => amount)
      const question = await pay({ key, seenBalances })
      expect({ status: question.status, body: question.body }).toMatchObject({
        status: 422,
        body: { code: problemCodes.confirmRequired },
      })
      expect(question.text).toContain('зачтено 3\u00a0152,80\u00a0₽')
      await expectOutcome(basketOf(await pay({ key, seenBalances: [null, 0, null] })).id, 'pending')
    })

    it('is canceled as a whole when one account is paid again', async () => {
      const basket = basketOf(await pay())
      const [first = ''] = accounts
      const again = paymentOf(await payAsCustomer(browser, first, { amount: 115_940, payAnew: true }))
      await expectOutcome(basket.id, 'canceled')
      await atBank(world.api).pay(bankPageOf(again))
      await jobs()
      expect(await balances()).toEqual([0, 315_280, 1])
    })

    it('is not paid twice by two concurrent requests', async () => {
      const answers = await Promise.all([pay(), payBasket(browser, parts().reverse())])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    })
  })

  describe('that is given back', () => {
    const refund = (...options: string[]) =>
      readingOperatorOf({ ...world, aroundGateway: gateway.around })('refund', ...options, ...why)
    const refundedOf = async (id: string) =>
      Promise.all(
        (await readBasket(id)).parts.map(async ({ payment }) => (await readPayment(payment)).refunded),
      )

    it('is for the account that the operator names alone', async () => {
      const { id, parts: all, bankId } = await paid()
      for (const { payment, amount } of all.slice(0, 2)) {
        await refund(payment, '1,00')
        await jobs()
        const [refundId = ''] = (await refundsAtBank(world, bankId)).slice(-1)
        await sendWebhook(world, refundWebhook(refundId, bankId))
        expect(amount).toBeGreaterThan(100)
      }
      expect(await refundedOf(id)).toEqual([100, 100, 0])
      expect(await balances()).toEqual([100, 100, 0])
      await expect(refund(all[2]?.payment ?? '', '2,00')).rejects.toThrow()
      expect((await world.letters()).filter((letter) => letter.kind === 'refund')).toHaveLength(2)
    })

    it.each([
      ['4312,21', [115_940, 315_280, 1]],
      ['3152,80', [0, 315_280, 0]],
      ['2000,00', [115_940, 84_060, 0]],
    ])('by the bank’s office, %s goes to %j', async (amount, expected) => {
      const { id, bankId } = await paid()
      await refundAtBank(world, bankId, amount)
      await jobs()
      expect(await refundedOf(id)).toEqual(expected)
      expect(await balances()).toEqual(expected)
      const [refundId = ''] = await refundsAtBank(world, bankId)
      await sendWebhook(world, refundWebhook(refundId, bankId))
      expect(await balances()).toEqual(expected)
    })
  })

  it('has as many events in each payment as in the lead payment', async () => {
    const { id, parts: all } = await paid()
    const expected = await eventsOf(world, id)
    expect(expected.at(-1)).toContain('succeeded')
    for (const { payment } of all) expect(await eventsOf(world, payment)).toEqual(expected)
    expect(paymentAnswer.parse({ data: await readPayment(id) }).data.id).toBe(id)
  })
})
