import { chargeSavedMethod } from 'api/payments/checkout/saved-methods.service'
import type { SettledPayment } from 'api/payments/outcome/settle-payment'
import { toKopecks } from 'contract/money'
import { historyAnswer } from 'contract/payments'
import { HOUR, MINUTE, SECOND } from 'format/durations'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  newKey,
  passWithoutWebhooks,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  runJobs,
} from '../support/payments-world'
import { replicaStarter } from '../support/start-replica'

describeOnEachDatabase('payments, when the gateway fails', (kind) => {
  const gateway = faultyGateway()
  const startReplica = replicaStarter()
  const settled: SettledPayment[] = []
  const world = openForTests(() =>
    openApiWorld(kind, {
      aroundGateway: gateway.around,
      hooks: {
        paymentSettled: async (_trx, payment) => void settled.push(payment),
        maySend: async () => true,
        methodUnlinked: async () => {},
      },
    }),
  )
  let account: string
  beforeEach(async () => {
    world.pass(40 * 24 * HOUR)
    await runJobs(world.wired)
    gateway.reset()
    account = await addToRegister(world.database.db)
    settled.length = 0
    world.logged.length = 0
  })

  const keptCard = async () => {
    const customer = await customerWith(world, account)
    const begun = paymentOf(await payAsCustomer(customer.browser, account, { saveMethod: true, amount: 100 }))
    await atBank(world.api).pay(bankPageOf(begun))
    await later(10 * SECOND)
    const { body } = await customer.browser.get('/api/v1/personal/payment-methods/')
    const methodId = String(Object(body).data[0].id)
    settled.length = 0
    return { ...customer, methodId }
  }
  const idOfKey = async () => {
    const rows = await world.database.db
      .selectFrom('payments')
      .select('id')
      .where('account', '=', account)
      .orderBy('created_at', 'desc')
      .execute()
    return rows[0]?.id ?? ''
  }
  const stateOf = async (id: string) =>
    (
      await world.database.db
        .selectFrom('payment_intents')
        .select('state')
        .where('payment_id', '=', id)
        .executeTakeFirst()
    )?.state
  const payByCard = (browser: Browser, paymentMethod: string, key = newKey()) =>
    payAsCustomer(browser, account, { amount: 5_000, paymentMethod, key })
  const later = (ms: number) => passWithoutWebhooks(world, ms)

  describe('before the payer was given a page', () => {
    it.each(['not-sent', 'answer-lost'] as const)(
      'nothing is charged, and the payer is told; the same form continues later (%s)',
      async (fault) => {
        gateway.next(fault)
        const key = newKey()
        const failed = await payAsGuest(world.browser(), account, { key })
        expect(failed).toMatchObject({
          status: 503,
          body: { message: expect.stringMatching(/Деньги не списаны/) },
        })
        expect(failed.headers.get('retry-after')).toBe('60')
        world.pass(3 * SECOND)
        const begun = paymentOf(await payAsGuest(world.browser(), account, { key }))
        await atBank(world.api).pay(bankPageOf(begun))
        await later(10 * SECOND)
        expect(await charged(world, begun.id)).toEqual([260_091])
        expect(await balance(world, account)).toBe(-260_091)
      },
    )

    it('a form that another process is sending waits for its page', async () => {
      const { payments } = world.wired
      const { process } = payments
      vi.spyOn(payments, 'process').mockImplementationOnce(async (id) => void process(id))
      const begun = paymentOf(await payAsGuest(world.browser(), account))
      expect(bankPageOf(begun)).toContain('http')
    })

    it('a form that another process does not get sent waits for seconds; the same form continues later', async () => {
      const key = newKey()
      vi.spyOn(world.wired.payments, 'process').mockImplementationOnce(async () => {})
      let now = Date.now()
      const dateNow = vi.spyOn(Date, 'now').mockImplementation(() => {
        now += 3_000
        return now
      })
      expect((await payAsGuest(world.browser(), account, { key })).status).toBe(503)
      dateNow.mockRestore()
      expect(paymentOf(await payAsGuest(world.browser(), account, { key })).status).toBe('pending')
    })

    it('a lost creation is repeated by the worker with the same key', async () => {
      gateway.next('answer-lost')
      await payAsGuest(world.browser(), account)
      const id = await idOfKey()
      expect(await stateOf(id)).toBe('unknown')
      await later(10 * SECOND)
      expect(await stateOf(id)).toBe('pending')
      const rows = await world.database.db
        .selectFrom('sandbox_payments')
        .select('id')
        .where('merchant_payment', '=', id)
        .execute()
      expect(rows).toHaveLength(1)
    })

    it('it is canceled when the gateway rejects it', async () => {
      gateway.next('refused')
      const refused = paymentOf(await payAsGuest(world.browser(), account))
      expect(refused).toMatchObject({ status: 'canceled', cancelReason: 'refused_by_gateway' })
      expect(await balance(world, account)).toBe(0)
      expect(world.logged).toContainEqual(expect.objectContaining({ code: 'invalid_request' }))
    })

    it('it is canceled after a day in which the gateway was unavailable', async () => {
      gateway.cut(true)
      await payAsGuest(world.browser(), account)
      const id = await idOfKey()
      for (let hour = 0; hour < 24; hour += 1) await later(HOUR)
      gateway.cut(false)
      const { creations } = gateway.counts()
      await later(6 * HOUR)
      expect(await stateOf(id)).toBe('canceled')
      expect(gateway.counts().creations).toBe(creations)
    })
  })

  describe('while a saved card is charged', () => {
    it.each(['not-sent', 'answer-lost'] as const)(
      'the payer is told to wait, and it is charged once (%s)',
      async (fault) => {
        const { browser, methodId } = await keptCard()
        gateway.next(fault)
        const waiting = paymentOf(await payByCard(browser, methodId))
        expect(waiting).toMatchObject({ status: 'pending', confirmationUrl: null })
        await later(10 * SECOND)
        expect(await stateOf(waiting.id)).toBe('succeeded')
        expect(await charged(world, waiting.id)).toEqual([5_000])
        expect(await balance(world, account)).toBe(-5_100)
      },
    )

    it('a reload shows the actual status, and polls the gateway at most every two seconds', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('answer-lost')
      const { id } = paymentOf(await payByCard(browser, methodId))
      const look = async () => paymentOf(await browser.get(`/api/v1/personal/pay/${id}`)).status
      const { creations } = gateway.counts()
      expect([await look(), await look(), await look()]).toEqual(['pending', 'pending', 'pending'])
      expect(gateway.counts().creations).toBe(creations)
      world.pass(2 * SECOND)
      expect(await look()).toBe('succeeded')
      expect(await charged(world, id)).toEqual([5_000])
    })

    it('it is canceled when the gateway rejects the first attempt', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('turned-away')
      expect(paymentOf(await payByCard(browser, methodId))).toMatchObject({ status: 'canceled' })
    })

    it('a rejection after another process has sent it does not cancel it', async () => {
      const { browser, methodId } = await keptCard()
      const second = await startReplica(world, { clockOffsetMs: 700 })
      const answer = gateway.turnAwayLate()
      const { creations } = gateway.counts()
      const pressed = payByCard(browser, methodId)
      await vi.waitFor(() => expect(gateway.counts().creations).toBe(creations + 1), { timeout: 20_000 })
      world.pass(MINUTE)
      await second.failAtGateway('answer-lost')
      await second.runJobs()
      await second.stop()
      answer()
      const { id } = paymentOf(await pressed)
      expect(await stateOf(id)).toBe('unknown')
      await later(MINUTE)
      expect(await stateOf(id)).toBe('succeeded')
      expect(await charged(world, id)).toEqual([5_000])
    })

    it('a repeated attempt that the gateway was too busy for says nothing about the first', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('answer-lost', 'turned-away', 'turned-away')
      const { id } = paymentOf(await payByCard(browser, methodId))
      await later(10 * SECOND)
      expect(await stateOf(id)).toBe('unknown')
      await later(MINUTE)
      expect(await stateOf(id)).toBe('unknown')
      await later(MINUTE)
      expect(await stateOf(id)).toBe('succeeded')
      expect(await charged(world, id)).toEqual([5_000])
    })

    it('it is never repeated once the gateway has forgotten the key', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('answer-lost')
      const { id } = paymentOf(await payByCard(browser, methodId))
      gateway.cut(true)
      for (let hour = 0; hour < 26; hour += 1) await later(HOUR)
      gateway.cut(false)
      gateway.cutList(true)
      const { creations } = gateway.counts()
      for (let day = 0; day < 5; day += 1) await later(24 * HOUR)
      paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
      expect(gateway.counts().creations).toBe(creations)
      expect(await stateOf(id)).toBe('unknown')
      expect(await charged(world, id)).toEqual([5_000])
      expect(world.logged).toContainEqual(
        expect.objectContaining({ payment: id, message: expect.stringMatching(/settle-payment/) }),
      )
    })

    it('it is found in the gateway’s list by our id, before the operator is asked to look for it', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('answer-lost')
      const { id } = paymentOf(await payByCard(browser, methodId))
      gateway.cut(true)
      await later(26 * HOUR)
      gateway.cut(false)
      world.logged.length = 0
      await later(HOUR)
      expect(await stateOf(id)).toBe('succeeded')
      expect(await balance(world, account)).toBe(-5_100)
      expect(world.logged).not.toContainEqual(
        expect.objectContaining({ message: expect.stringMatching(/settle-payment/) }),
      )
    })

    it('it is found in the list at once when the gateway rejects the repeat', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('answer-lost', 'refused')
      const { id } = paymentOf(await payByCard(browser, methodId))
      await later(10 * SECOND)
      expect(await stateOf(id)).toBe('succeeded')
      expect(await charged(world, id)).toEqual([5_000])
    })

    it('a rejected repeat is not final, and the next repeat gives the actual status', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('not-sent', 'refused')
      const { id } = paymentOf(await payByCard(browser, methodId))
      await later(10 * SECOND)
      expect(await stateOf(id)).toBe('unknown')
      await later(MINUTE)
      expect(await stateOf(id)).toBe('succeeded')
      expect(await charged(world, id)).toEqual([5_000])
    })

    it('reloading its page reads the list at most every ten minutes', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('not-sent')
      const { id } = paymentOf(await payByCard(browser, methodId))
      gateway.cut(true)
      await later(26 * HOUR)
      gateway.cut(false)
      world.pass(20 * MINUTE)
      const { lists } = gateway.counts()
      for (let view = 0; view < 5; view += 1) {
        world.pass(MINUTE)
        await browser.get(`/api/v1/personal/pay/${id}`)
      }
      expect(gateway.counts().lists).toBe(lists + 1)
    })

    it('that is not in the list either is canceled after a week', async () => {
      const { browser, methodId } = await keptCard()
      gateway.cut(true)
      const { id } = paymentOf(await payByCard(browser, methodId))
      await later(26 * HOUR)
      gateway.cut(false)
      await later(5 * 24 * HOUR)
      expect(await stateOf(id)).toBe('unknown')
      expect(world.logged).toContainEqual(
        expect.objectContaining({
          payment: id,
          list: 'none',
          message: expect.stringMatching(/settle-payment/),
        }),
      )
      await later(24 * HOUR)
      const payment = paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
      expect(payment).toMatchObject({ status: 'canceled', cancelReason: 'no_answer' })
      expect(await charged(world, id)).toEqual([])
    })

    it('it is shown as unanswered from then on, in the history and by itself', async () => {
      const { browser, methodId } = await keptCard()
      gateway.cut(true)
      const { id } = paymentOf(await payByCard(browser, methodId))
      const unanswered = async () => {
        const { body } = await browser.get(`/api/v1/personal/history/${account}?status=pending`)
        const itself = paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
        return [...historyAnswer.parse(body).data, itself].map((one) => [one.id, one.unanswered])
      }
      const says = (is: boolean) => [
        [id, is],
        [id, is],
      ]
      expect(await unanswered()).toEqual(says(false))
      await later(22 * HOUR)
      expect(await unanswered()).toEqual(says(false))
      await later(23 * HOUR)
      expect(await unanswered()).toEqual(says(true))
    })

    it('a webhook still settles it after that', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('answer-lost')
      const { id } = paymentOf(await payByCard(browser, methodId))
      world.pass(30 * HOUR)
      // The bank's webhook was waiting; its step runs before payments are processed.
      await runJobs(world.wired)
      expect(await stateOf(id)).toBe('succeeded')
      expect(await balance(world, account)).toBe(-5_100)
    })

    it('a card unlinked meanwhile is not charged by a repeat', async () => {
      const { browser, methodId } = await keptCard()
      gateway.next('not-sent')
      const { id } = paymentOf(await payByCard(browser, methodId))
      expect((await browser.send('DELETE', `/api/v1/personal/payment-methods/${methodId}`)).status).toBe(204)
      for (let hour = 0; hour < 30; hour += 1) await later(HOUR)
      expect(await charged(world, id)).toEqual([])
      expect(gateway.counts().creations).toBe(2)
    })
  })

  describe('a charge of a saved card that was stored by a process that has died', () => {
    /** The number of a charge that was stored and not sent. */
    const storedOnly = async (browser: Browser, methodId: string) => {
      gateway.diesBeforeSending(true)
      expect((await payByCard(browser, methodId)).status).toBe(500)
      gateway.diesBeforeSending(false)
      const id = await idOfKey()
      expect(await stateOf(id)).toBe('created')
      return id
    }

    it('is sent by the worker within a minute', async () => {
      const { browser, methodId } = await keptCard()
      const id = await storedOnly(browser, methodId)
      await later(50 * SECOND)
      expect(await charged(world, id)).toEqual([5_000])
    })

    it.each(['the worker', 'the payer'])('is canceled after a minute, when %s looks at it', async (who) => {
      const { browser, methodId } = await keptCard()
      const id = await storedOnly(browser, methodId)
      if (who === 'the worker') await later(61 * SECOND)
      else world.pass(61 * SECOND)
      expect(paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))).toMatchObject({
        status: 'canceled',
        cancelReason: 'not_sent',
      })
      await later(HOUR)
      expect(await charged(world, id)).toEqual([])
      expect(settled).toMatchObject([{ id, status: 'canceled', declineReason: 'not_sent' }])
    })

    it('does not hinder its payer, who pays again', async () => {
      const { browser, methodId } = await keptCard()
      const id = await storedOnly(browser, methodId)
      world.pass(61 * SECOND)
      await browser.get(`/api/v1/personal/pay/${id}`)
      const again = paymentOf(await payByCard(browser, methodId))
      expect(again.status).toBe('succeeded')
      await later(HOUR)
      expect(await charged(world, id)).toEqual([])
      expect(await charged(world, again.id)).toEqual([5_000])
    })
  })

  describe('a charge without its payer', () => {
    const store = async (userId: string, methodId: string, run = '2026-10 1') => {
      const stored = await world.database.transaction((trx) =>
        chargeSavedMethod(trx, world.wired.payments, {
          scope: 'autopayment 17',
          run,
          userId,
          account,
          amount: toKopecks(7_000),
          methodId,
          now: world.now(),
        }),
      )
      return stored
    }

    it('is stored with its run, made after the commit, and reported to the hook when it is final', async () => {
      const { id: userId, methodId } = await keptCard()
      const stored = await store(userId, methodId, newKey())
      if (!stored) throw new Error('Nothing was stored')
      expect(await charged(world, stored.id)).toEqual([])
      await world.wired.payments.process(stored.id)
      expect(await charged(world, stored.id)).toEqual([7_000])
      expect(settled).toEqual([
        {
          id: stored.id,
          account,
          userId,
          source: 'autopayment',
          amount: 7_000,
          status: 'succeeded',
          late: false,
          at: world.now().toISOString(),
          declineReason: null,
          methodId,
          methodKind: 'card',
        },
      ])
    })

    it('of the same run is the same charge', async () => {
      const { id: userId, methodId } = await keptCard()
      const run = newKey()
      const first = await store(userId, methodId, run)
      const again = await store(userId, methodId, run)
      expect(first?.isNew).toBe(true)
      expect(again).toEqual({ id: first?.id, isNew: false })
      await Promise.all([1, 2, 3].map(() => world.wired.payments.process(first?.id ?? '')))
      expect(await charged(world, first?.id ?? '')).toEqual([7_000])
    })

    it('is made by the worker when the process that stored it has died', async () => {
      const { id: userId, methodId } = await keptCard()
      const stored = await store(userId, methodId, newKey())
      await later(MINUTE)
      expect(await charged(world, stored?.id ?? '')).toEqual([7_000])
    })

    it('is made an hour late, and not later', async () => {
      const { id: userId, methodId } = await keptCard()
      const stored = await store(userId, methodId, newKey())
      await later(HOUR)
      expect(await charged(world, stored?.id ?? '')).toEqual([7_000])
    })

    it('is not made hours late', async () => {
      const { id: userId, methodId } = await keptCard()
      const stored = await store(userId, methodId, newKey())
      await later(2 * HOUR)
      expect(await charged(world, stored?.id ?? '')).toEqual([])
      expect(settled).toEqual([
        {
          id: stored?.id,
          account,
          userId,
          source: 'autopayment',
          amount: 7_000,
          status: 'canceled',
          late: false,
          at: world.now().toISOString(),
          declineReason: 'internal_timeout',
          methodId,
          methodKind: 'card',
        },
      ])
    })

    it('is neither stored nor made after the card was unlinked', async () => {
      const { id: userId, browser, methodId } = await keptCard()
      const stored = await store(userId, methodId, newKey())
      await browser.send('DELETE', `/api/v1/personal/payment-methods/${methodId}`)
      await world.wired.payments.process(stored?.id ?? '')
      expect(await charged(world, stored?.id ?? '')).toEqual([])
      expect(settled).toMatchObject([{ status: 'canceled', declineReason: 'permission_revoked' }])
      expect(await store(userId, methodId, newKey())).toBeNull()
    })
  })

  describe('that has forgotten a payment', () => {
    it('keeps it pending for a day after the hour of its page', async () => {
      const begun = paymentOf(await payAsGuest(world.browser(), account))
      gateway.forgets()
      await later(24 * HOUR)
      expect(await stateOf(begun.id)).toBe('pending')
      await later(2 * HOUR)
      expect(paymentOf(await world.browser().get(`/api/v1/pay/${begun.id}`))).toMatchObject({
        status: 'canceled',
        cancelReason: 'no_answer',
      })
    })
  })

  describe('that has another payment than was asked for', () => {
    it.each([
      ['sum', { amount: toKopecks(1) }],
      ['currency', { currency: 'USD' }],
      ['account', { account: '1' }],
      ['payment', { paymentId: 'another' }],
    ])('is not trusted: another %s', async (_what, other) => {
      const begun = paymentOf(await payAsGuest(world.browser(), account))
      await atBank(world.api).pay(bankPageOf(begun))
      gateway.lie((answer) =>
        answer.kind === 'payment' ? { ...answer, payment: { ...answer.payment, ...other } } : answer,
      )
      await later(10 * SECOND)
      expect(await stateOf(begun.id)).toBe('pending')
      expect(await balance(world, account)).toBe(0)
      expect(world.logged).toContainEqual(
        expect.objectContaining({ message: 'the gateway has another payment than was asked for' }),
      )
      gateway.lie((answer) => answer)
      await later(MINUTE)
      expect(await balance(world, account)).toBe(-260_091)
    })
  })
})
