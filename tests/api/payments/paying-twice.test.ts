import { accountsAnswer } from 'contract/accounts'
import { historyAnswer } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import type { Answer, ApiWorld, Browser } from '../support/api-world'
import { owe } from '../support/basket-world'
import { addToRegister, customerWith, giveAccount } from '../support/billing-register'
import { eventsOf, recordOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  newKey,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  paymentWebhook,
  returnAddresses,
  runJobs,
  saveCard,
  sendWebhook,
} from '../support/payments-world'
import { twoReplicasOpener } from '../support/two-replicas'

const owed = 115_940
const openTwoReplicas = twoReplicasOpener()

describeOnEachDatabase('a payment beside another that may pay the same debt', (kind) => {
  const both = openForTests(() => openTwoReplicas(kind, 700))
  let world: ApiWorld
  let account: string
  let browser: Browser

  beforeAll(async () => {
    world = both.world
  })
  beforeEach(async () => {
    account = await both.nextAccount()
    await owe(world, account, owed)
    ;({ browser } = await customerWith(world, account))
  })

  const pay = (more: Parameters<typeof payAsCustomer>[2] = {}, by = browser) =>
    payAsCustomer(by, account, { amount: owed, ...more })

  const isAsked = ({ status, body }: Answer) =>
    expect({ status, body }).toMatchObject({ status: 422, body: { code: problemCodes.confirmRequired } })

  const stateOf = async (id: string) => paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))

  const pendingOf = async (by = browser) =>
    historyAnswer.parse((await by.get(`/api/v1/personal/history/${account}?status=pending`)).body).data

  /** Saves a card and leaves the debt unchanged. */
  const keepCard = async () => {
    const { method } = await saveCard(world, browser, account)
    await owe(world, account, 100)
    return method.id
  }

  it('is named in the list of accounts to the customer who began it, and to nobody else', async () => {
    const first = paymentOf(await pay({ amount: 50_000 }))
    world.pass(1_000)
    const second = paymentOf(await pay({ amount: 10_000 }))
    const other = await customerWith(world, account)
    paymentOf(await pay({}, other.browser))
    paymentOf(await payAsGuest(browser, account, { amount: owed }))
    const listed = async () => {
      const answer = await browser.get('/api/v1/personal/')
      return accountsAnswer.parse(answer.body).data[0]?.pendingPayments
    }
    expect(await listed()).toMatchObject([
      { id: second.id, amount: 10_000, own: true, confirmationUrl: bankPageOf(second) },
      { id: first.id, amount: 50_000, own: true, confirmationUrl: bankPageOf(first) },
    ])
    for (const payment of [first, second]) {
      await atBank(world.api).pay(bankPageOf(payment))
      world.pass(3_000)
      expect((await stateOf(payment.id)).status).toBe('succeeded')
    }
    expect(await listed()).toBeUndefined()
  })

  it('has to be confirmed, and its key is not used up', async () => {
    const first = paymentOf(await pay())
    const key = newKey()
    isAsked(await pay({ key }))
    expect((await pendingOf()).map(({ id }) => id)).toEqual([first.id])
    const confirmed = paymentOf(await pay({ key, payAnew: true }))
    expect(confirmed.id).not.toBe(first.id)
    expect(paymentOf(await pay({ key })).id).toBe(confirmed.id)
  })

  it.each([
    [owed - 50_000, 50_000, true],
    [owed - 50_000, 50_001, false],
  ])('of %i: another of %i needs no confirmation: %s', async (before, amount, goes) => {
    paymentOf(await pay({ amount: before }))
    const answer = await pay({ amount })
    if (goes) paymentOf(answer)
    else isAsked(answer)
  })

  it('needs no confirmation because of payments begun by others, nor for a guest', async () => {
    const other = await customerWith(world, account)
    paymentOf(await pay({}, other.browser))
    paymentOf(await payAsGuest(browser, account, { amount: owed }))
    paymentOf(await pay())
    paymentOf(await payAsGuest(browser, account, { amount: owed }))
  })

  describe('that has succeeded since the page was drawn', () => {
    /** Pays at the bank, and has the payment settled. */
    const payInFull = async (amount = owed) => {
      const paid = paymentOf(await pay({ amount }))
      await atBank(world.api).pay(bankPageOf(paid))
      world.pass(3_000)
      expect((await stateOf(paid.id)).status).toBe('succeeded')
    }

    it('has to be confirmed, with its amount, and is paid again after that', async () => {
      await payInFull()
      const key = newKey()
      const answer = await pay({ key, seenBalance: owed })
      isAsked(answer)
      expect(answer.text).toContain('зачтено 1\u00a0159,40\u00a0₽')
      expect(await pendingOf()).toEqual([])
      const confirmed = paymentOf(await pay({ key, seenBalance: 0, payAnew: true }))
      // The same request again returns that payment.
      expect(paymentOf(await pay({ key, seenBalance: owed })).id).toBe(confirmed.id)
    })

    it('has to be confirmed also when it replaces an unfinished one', async () => {
      const newPayment = paymentOf(await pay())
      await atBank(world.api).pay(bankPageOf(newPayment))
      world.pass(3_000)
      await stateOf(newPayment.id)
      isAsked(await pay({ seenBalance: owed, payAnew: true }))
      expect(await balance(world, account)).toBe(0)
    })

    it('has to be confirmed when a guest has paid', async () => {
      const paid = paymentOf(await payAsGuest(browser, account, { amount: owed }))
      await atBank(world.api).pay(bankPageOf(paid))
      world.pass(3_000)
      await browser.get(`/api/v1/pay/${paid.id}`)
      isAsked(await pay({ seenBalance: owed }))
    })

    it.each([
      [50_000, owed - 50_000, false],
      [50_000, owed - 50_000 + 1, true],
    ])('of %i: another of %i has to be confirmed: %s', async (paid, amount, asks) => {
      await payInFull(paid)
      const answer = await pay({ amount, seenBalance: owed })
      if (!asks) return void paymentOf(answer)
      isAsked(answer)
      expect(answer.text).toContain('зачтено 500,00\u00a0₽')
    })

    it('needs no confirmation on a page rendered after it, for any amount', async () => {
      await payInFull()
      paymentOf(await pay({ amount: 5 * owed, seenBalance: 0 }))
    })

    it.each(['all', '1e9', '1'.repeat(16)])('needs no confirmation with a balance of %j', async (sent) => {
      await payInFull()
      const answer = await browser.send('POST', `/api/v1/personal/pay/${account}`, {
        body: JSON.stringify({ amount: owed, saveMethod: false, ...returnAddresses }),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': newKey(),
          'x-seen-balance': sent,
        },
      })
      paymentOf(answer)
    })

    it('charges a saved card once for two concurrent requests', async () => {
      const paymentMethod = await keepCard()
      const elsewhere = world.browserOf(both.second)
      elsewhere.setSession(browser.session())
      const press = { paymentMethod, seenBalance: owed }
      const answers = await Promise.all([pay(press), pay(press, elsewhere)])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
      for (const answer of answers) if (answer.status === 422) isAsked(answer)
      expect(await balance(world, account)).toBe(0)
    })
  })

  it("is asked about for the charge of another customer's card", async () => {
    const paymentMethod = await keepCard()
    const other = await customerWith(world, account)
    both.gateway.next('answer-lost')
    paymentOf(await pay({ paymentMethod }))
    isAsked(await pay({}, other.browser))
  })

  it('is stored once when two replicas get a request for the page concurrently', async () => {
    const elsewhere = world.browserOf(both.second)
    elsewhere.setSession(browser.session())
    const answers = await Promise.all([pay(), pay({}, elsewhere)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    for (const answer of answers) if (answer.status === 422) isAsked(answer)
    expect(await pendingOf()).toHaveLength(1)
  })

  it('charges a saved card once when two replicas get the request concurrently', async () => {
    const paymentMethod = await keepCard()
    // Neither charge gets an answer: both would be pending.
    both.gateway.next('answer-lost')
    await both.second.failAtGateway('answer-lost')
    const elsewhere = world.browserOf(both.second)
    elsewhere.setSession(browser.session())
    const answers = await Promise.all([pay({ paymentMethod }), pay({ paymentMethod }, elsewhere)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    const [id] = answers.filter(({ status }) => status === 201).map((answer) => paymentOf(answer).id)
    expect(await charged(world, id ?? '')).toEqual([owed])
    await both.second.failAtGateway()
  })

  it('that replaces the first one cancels it, and it can’t be paid any more', async () => {
    const first = paymentOf(await pay())
    const again = paymentOf(await pay({ payAnew: true }))
    expect(await stateOf(first.id)).toMatchObject({ status: 'canceled', cancelReason: 'replaced' })
    expect((await atBank(world.api).pay(bankPageOf(first))).status).toBe(409)
    await atBank(world.api).pay(bankPageOf(again))
    world.pass(3_000)
    expect((await stateOf(again.id)).status).toBe('succeeded')
    expect(await charged(world, first.id)).toEqual([])
    expect(await balance(world, account)).toBe(0)
  })

  describe('that replaces the first one, whose webhook comes to another replica,', () => {
    /** Another replica, which has not seen the request, and its way to read a payment. */
    const openElsewhere = async () => {
      const { api, wired } = await world.replica()
      const customer = world.browserOf(api)
      customer.setSession(browser.session())
      return {
        api,
        wired,
        stateOf: async (id: string) => paymentOf(await customer.get(`/api/v1/personal/pay/${id}`)),
      }
    }

    const sendCanceled = async ({ api }: Pick<ApiWorld, 'api'>, page: string) => {
      const webhook = paymentWebhook('canceled', page.slice(page.lastIndexOf('/') + 1))
      expect(await sendWebhook({ browser: () => world.browserOf(api) }, webhook)).toBe(200)
    }

    it('gives the same reason when that one is recorded first', async () => {
      const first = paymentOf(await pay())
      world.pass(3_000)
      const cancellation = both.gateway.cancelLate()
      const pressed = pay({ payAnew: true })
      await cancellation.done
      const elsewhere = await openElsewhere()
      await sendCanceled(elsewhere, bankPageOf(first))
      const byTheWebhook = await elsewhere.stateOf(first.id)
      cancellation.answer()
      paymentOf(await pressed)
      expect(byTheWebhook).toMatchObject({ status: 'canceled', cancelReason: 'replaced' })
      expect(await stateOf(first.id)).toMatchObject({ status: 'canceled', cancelReason: 'replaced' })
      expect((await eventsOf(world, first.id)).at(-1)).toBe('webhook: pending > canceled (replaced)')
    })

    it('gives the same reason when that one comes after our own record', async () => {
      const first = paymentOf(await pay())
      world.pass(3_000)
      paymentOf(await pay({ payAnew: true }))
      world.pass(3_000)
      await sendCanceled(await openElsewhere(), bankPageOf(first))
      expect(await stateOf(first.id)).toMatchObject({ status: 'canceled', cancelReason: 'replaced' })
      expect((await eventsOf(world, first.id)).at(-1)).toBe('request: pending > canceled (replaced)')
    })

    it('gives the same reason when the process that canceled has died before the answer', async () => {
      const first = paymentOf(await pay())
      world.pass(3_000)
      const cancellation = both.gateway.cancelLate()
      const pressed = pay({ payAnew: true })
      await cancellation.done
      const elsewhere = await openElsewhere()
      world.pass(3_600_000)
      await runJobs(elsewhere.wired)
      const byTheJobs = await elsewhere.stateOf(first.id)
      cancellation.answer()
      await pressed
      expect(byTheJobs).toMatchObject({ status: 'canceled', cancelReason: 'replaced' })
    })

    it("keeps the bank's own reason where the first one was over already", async () => {
      const first = paymentOf(await pay())
      await atBank(world.api).pay(bankPageOf(first), '5555555555554600')
      paymentOf(await pay({ payAnew: true }))
      expect(await stateOf(first.id)).toMatchObject({
        status: 'canceled',
        cancelReason: 'insufficient_funds',
      })
    })
  })

  it('that would replace one that was just paid has to be confirmed, and begins nothing', async () => {
    const first = paymentOf(await pay())
    await atBank(world.api).pay(bankPageOf(first))
    // Paid at the bank, but not settled here yet.
    const answer = await pay({ payAnew: true })
    isAsked(answer)
    expect(answer.text).toContain('Начатая оплата прошла: банк получил 1\u00a0159,40\u00a0₽')
    expect(await balance(world, account)).toBe(0)
    expect(await pendingOf()).toEqual([])
    expect(await charged(world, first.id)).toEqual([owed])
  })

  it('that replaces one which is being paid leaves one of the two', async () => {
    const first = paymentOf(await pay())
    const [again] = await Promise.all([pay({ payAnew: true }), atBank(world.api).pay(bankPageOf(first))])
    world.pass(3_000)
    const { status } = await stateOf(first.id)
    expect(await charged(world, first.id)).toEqual(status === 'succeeded' ? [owed] : [])
    if (status === 'succeeded') isAsked(again)
    else expect([status, again.status]).toEqual(['canceled', 201])
    expect(await balance(world, account)).toBe(status === 'succeeded' ? 0 : owed)
  })

  it('that replaces another leaves it to expire where the gateway can’t cancel', async () => {
    both.gateway.cannotCancel()
    const first = paymentOf(await pay())
    const again = paymentOf(await pay({ payAnew: true }))
    expect((await pendingOf()).map(({ id }) => id).sort()).toEqual([first.id, again.id].sort())
  })

  it("begun again ends nothing of others, of other accounts, of guests, nor a card's charge", async () => {
    const other = await customerWith(world, account)
    const elsewhere = await addToRegister(world.database.db)
    await giveAccount(world, other.id, elsewhere)
    const kept = [
      paymentOf(await payAsGuest(browser, account, { amount: owed })),
      paymentOf(await payAsCustomer(other.browser, elsewhere, { amount: 100 })),
      paymentOf(await pay({}, browser)),
    ]
    paymentOf(await pay({ payAnew: true }, other.browser))
    for (const { id } of kept) expect(await recordOf(world, id)).toMatchObject({ status: 'pending' })
  })

  it('is in the history with a link to continue, only for its own customer', async () => {
    const first = paymentOf(await pay())
    expect(await pendingOf()).toMatchObject([{ id: first.id, confirmationUrl: first.confirmationUrl }])
    const other = await customerWith(world, account)
    expect(await pendingOf(other.browser)).toMatchObject([
      { id: first.id, own: false, confirmationUrl: null },
    ])
  })

  it('is in the history with the card that it charges', async () => {
    const paymentMethod = await keepCard()
    both.gateway.next('answer-lost')
    const charge = paymentOf(await pay({ paymentMethod }))
    expect(await pendingOf()).toMatchObject([
      { id: charge.id, method: { kind: 'card', title: expect.stringContaining('4444') } },
    ])
  })
})
