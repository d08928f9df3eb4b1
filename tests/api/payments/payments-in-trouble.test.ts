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
import { newestOf, recordOf } from '../support/payment-records'
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
  saveCard,
} from '../support/payments-world'

describeOnEachDatabase('payments, when the gateway fails', (kind) => {
  const gateway = faultyGateway()
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
    const { method } = await saveCard(world, customer.browser, account)
    await later(10 * SECOND)
    settled.length = 0
    return { ...customer, methodId: method.id }
  }
  const stateOf = async (id: string) => (await recordOf(world, id)).state
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
        const newPayment = paymentOf(await payAsGuest(world.browser(), account, { key }))
        await atBank(world.api).pay(bankPageOf(newPayment))
        await later(10 * SECOND)
        expect(await charged(world, newPayment.id)).toEqual([260_091])
        expect(await balance(world, account)).toBe(-260_091)
      },
    )

    it('a form that another process is sending waits for its page', async () => {
      const { payments } = world.wired
      const { process } = payments
      vi.spyOn(payments, 'process').mockImplementationOnce(async (id) => void process(id))
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      expect(bankPageOf(newPayment)).toContain('http')
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
      const id = await newestOf(world, account)
      expect(await stateOf(id)).toBe('unknown')
      await later(10 * SECOND)
      expect(await stateOf(id)).toBe('pending')
      const { db } = world.database
      const atTheBank = db.selectFrom('sandbox_payments').where('merchant_payment', '=', id)
      expect(await atTheBank.select('id').execute()).toHaveLength(1)
    })

    it('it is canceled when the gateway rejects it', async () => {
      gateway.next('refused')
      const refused = paymentOf(await payAsGuest(world.browser(), account))
      expect(refused).toMatchObject({ status: 'canceled', cancelReason: 'refused_by_gateway' })
      expect(await balance(world, account)).toBe(0)
      expect(world.logged).toContainEqual(expect.objectContaining({ code: 'invalid_request' }))
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
      const other = await world.replica()
      const answer = gateway.turnAwayLate()
      const { creations } = gateway.counts()
      const pressed = payByCard(browser, methodId)
      await vi.waitFor(() => expect(gateway.counts().creations).toBe(creations + 1), { timeout: 20_000 })
      world.pass(MINUTE)
      gateway.next('answer-lost')
      await runJobs(other.wired)
      answer()
      const { id } = paymentOf(await pressed)
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
      for (const hours of [1, 11, 11, 3]) await later(hours * HOUR)
      gateway.cut(false)
      gateway.cutList(true)
      const { creations } = gateway.counts()
      for (let day = 0; day < 3; day += 1) await later(24 * HOUR)
      paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
      expect(gateway.counts().creations).toBe(creations)
      expect(await stateOf(id)).toBe('unknown')
      expect(await charged(world, id)).toEqual([5_000])
      expect(world.logged).toContainEqual(
        expect.objectContaining({ payment: id, message: expect.stringMatching(/settle-payment/) }),
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
      for (const hours of [1, 1, 22, 6]) await later(hours * HOUR)
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
      const id = await newestOf(world, account)
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

    /** What the hook gets about the charge, without its end. */
    const charge = (of: { userId: string; methodId: string }) => ({
      ...of,
      ...{ account, source: 'autopayment', amount: 7_000, late: false, methodKind: 'card' },
      at: world.now().toISOString(),
    })

    it('is stored with its run, made after the commit, and reported to the hook when it is final', async () => {
      const { id: userId, methodId } = await keptCard()
      const stored = await store(userId, methodId, newKey())
      if (!stored) throw new Error('Nothing was stored')
      expect(await charged(world, stored.id)).toEqual([])
      await world.wired.payments.process(stored.id)
      expect(await charged(world, stored.id)).toEqual([7_000])
      expect(settled).toEqual([
        { id: stored.id, ...charge({ userId, methodId }), status: 'succeeded', declineReason: null },
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
      const end = { status: 'canceled', declineReason: 'internal_timeout' }
      expect(settled).toEqual([{ id: stored?.id, ...charge({ userId, methodId }), ...end }])
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

  describe('that has another payment than was asked for', () => {
    it('is not trusted', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await atBank(world.api).pay(bankPageOf(newPayment))
      gateway.changePayments({ amount: toKopecks(1) })
      await later(10 * SECOND)
      expect(await stateOf(newPayment.id)).toBe('pending')
      expect(await balance(world, account)).toBe(0)
      expect(world.logged).toContainEqual(
        expect.objectContaining({ message: 'the gateway has another payment than was asked for' }),
      )
      gateway.replaceAnswers((answer) => answer)
      await later(MINUTE)
      expect(await balance(world, account)).toBe(-260_091)
    })
  })
})
