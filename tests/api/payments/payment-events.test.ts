import { forgetPayer } from 'api/my-data/erasure.repository'
import { chargeSavedMethod } from 'api/payments/checkout/saved-methods.service'
import { sendPayment } from 'api/payments/processing/send-payment'
import { findPayment } from 'api/payments/store/payments.repository'
import { leaseMs } from 'api/payments/store/store-payment'
import { toKopecks } from 'contract/money'
import { DAY, HOUR, MINUTE, SECOND } from 'format/durations'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { eventsOf, idAtBank, newestOf, recordOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  passWithoutWebhooks,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  runJobs,
  saveCard,
} from '../support/payments-world'

describeOnEachDatabase('the records of a payment', (kind) => {
  const gateway = faultyGateway()
  const settled: string[] = []
  const world = openForTests(() =>
    openApiWorld(kind, {
      aroundGateway: gateway.around,
      onSettled: (state) => void settled.push(state),
    }),
  )
  let account: string
  beforeEach(async () => {
    world.pass(40 * DAY)
    await runJobs(world.wired)
    gateway.reset()
    account = await addToRegister(world.database.db)
    world.logged.length = 0
    settled.length = 0
  })

  const keptCard = async () => {
    const customer = await customerWith(world, account)
    const { method } = await saveCard(world, customer.browser, account)
    await later(10 * SECOND)
    world.logged.length = 0
    settled.length = 0
    return { ...customer, card: method.id }
  }
  /** The id of an autopayment's charge that is stored and not sent. */
  const autopaymentOf = async (userId: string, methodId = '') => {
    const stored = await world.database.transaction((trx) =>
      chargeSavedMethod(trx, world.wired.payments, {
        scope: `autopayment ${account}`,
        run: '2026-10 1',
        userId,
        account,
        amount: toKopecks(7_000),
        methodId,
        now: world.now(),
      }),
    )
    return stored?.id ?? ''
  }
  const payByCard = (browser: Browser, paymentMethod: string | undefined) =>
    payAsCustomer(browser, account, { amount: 5_000, paymentMethod })
  const later = (ms: number) => passWithoutWebhooks(world, ms)
  const lastEventOf = async (id: string) => (await eventsOf(world, id)).at(-1)
  const loggedOf = (id: string) => world.logged.filter((line) => 'payment' in line && line.payment === id)
  const cancel = (id: string) => world.wired.payments.cancel(id, 'replaced')

  describe('that is canceled for another one', () => {
    /** A payment that its process has stored but not sent. */
    const stored = async () => {
      const process = vi.spyOn(world.wired.payments, 'process').mockImplementation(async () => {})
      let now = Date.now()
      const dateNow = vi.spyOn(Date, 'now').mockImplementation(() => {
        now += 3_000
        return now
      })
      await payAsGuest(world.browser(), account)
      for (const spy of [process, dateNow]) spy.mockRestore()
      return newestOf(world, account)
    }

    it('before it is sent, the gateway is never told of it', async () => {
      const id = await stored()
      const { creations } = gateway.counts()
      await cancel(id)
      expect(await lastEventOf(id)).toBe('request: created > canceled (replaced)')
      await later(MINUTE)
      expect(gateway.counts().creations).toBe(creations)
      const payment = paymentOf(await world.browser().get(`/api/v1/pay/${id}`))
      expect(payment).toMatchObject({ status: 'canceled', cancelReason: 'replaced' })
    })

    it('after it is over, nothing is asked', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await atBank(world.api).pay(bankPageOf(newPayment))
      await later(10 * SECOND)
      const events = await eventsOf(world, newPayment.id)
      await cancel(newPayment.id)
      expect(await eventsOf(world, newPayment.id)).toEqual(events)
      expect((await recordOf(world, newPayment.id)).asked_cancel_reason).toBeNull()
    })

    it('and does not exist: nothing happens', async () => {
      await expect(cancel('no-such-payment')).resolves.toBeUndefined()
    })

    it('the gateway can’t be asked before it has given an id', async () => {
      gateway.next('answer-lost')
      await payAsGuest(world.browser(), account)
      const id = await newestOf(world, account)
      await cancel(id)
      expect(await recordOf(world, id)).toMatchObject({ state: 'unknown', asked_cancel_reason: null })
      expect(loggedOf(id).filter((line) => 'code' in line)).toEqual([])
    })

    it('a gateway that is no longer configured is not asked', async () => {
      const { id } = paymentOf(await payAsGuest(world.browser(), account))
      await world.database.db
        .updateTable('payment_intents')
        .set({ gateway: 'yookassa' })
        .where('payment_id', '=', id)
        .execute()
      await cancel(id)
      expect(await recordOf(world, id)).toMatchObject({ state: 'pending', asked_cancel_reason: null })
    })

    it('the payer may have been faster: the gateway has told it', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await atBank(world.api).pay(bankPageOf(newPayment))
      await cancel(newPayment.id)
      expect(await lastEventOf(newPayment.id)).toBe('lookup: pending > succeeded (succeed)')
    })
  })

  describe('without an answer', () => {
    const settleByHand =
      'the gateway never told what became of a charge: look for it there, then settle-payment'

    /** A charge of a saved card whose key can't be repeated any more. */
    const unanswered = async (fault: 'not-sent' | 'answer-lost') => {
      const { browser, card } = await keptCard()
      gateway.next(fault)
      const { id } = paymentOf(await payByCard(browser, card))
      gateway.cut(true)
      await later(26 * HOUR)
      gateway.cut(false)
      world.logged.length = 0
      return { id, browser }
    }

    it('the log says why the gateway’s list could not be read, and what to do', async () => {
      const { id } = await unanswered('answer-lost')
      gateway.cutList(true)
      await later(HOUR)
      expect(loggedOf(id)).toEqual([
        { payment: id, gateway: 'sandbox', reason: 'timeout', message: 'no gateway list' },
        { payment: id, gateway: 'sandbox', list: 'unknown', message: settleByHand },
      ])
    })

    it('it does not end while the list can’t be read, however old it is', async () => {
      const { id } = await unanswered('not-sent')
      gateway.cutList(true)
      await later(20 * DAY)
      expect((await recordOf(world, id)).state).toBe('unknown')
      gateway.cutList(false)
      world.logged.length = 0
      await later(DAY)
      expect(await lastEventOf(id)).toBe('time: unknown > canceled (no_answer)')
      expect(loggedOf(id)).toEqual([
        {
          payment: id,
          gateway: 'sandbox',
          message: 'ended by its age: the gateway has no such charge in its list',
        },
      ])
    })

    it('the operator is not called while it can be repeated', async () => {
      const { browser, card } = await keptCard()
      gateway.next('not-sent', 'refused')
      const { id } = paymentOf(await payByCard(browser, card))
      await later(10 * SECOND)
      expect((await recordOf(world, id)).state).toBe('unknown')
      expect(loggedOf(id)).toEqual([
        { payment: id, gateway: 'sandbox', reason: 'timeout', message: 'no gateway answer' },
        { payment: id, gateway: 'sandbox', code: 'invalid_request', message: 'the gateway refused' },
      ])
      await later(MINUTE)
      expect((await recordOf(world, id)).state).toBe('succeeded')
      expect(await charged(world, id)).toEqual([5_000])
    })

    it('it is found in the list by a lookup, and credited; the operator is not called', async () => {
      const { id } = await unanswered('answer-lost')
      await later(HOUR)
      expect(await lastEventOf(id)).toMatch(/^lookup: unknown > succeeded/)
      expect(await charged(world, id)).toEqual([5_000])
      expect(await balance(world, account)).toBe(-5_100)
      expect(loggedOf(id)).toEqual([])
    })

    it('and with a page that nobody has seen, it ends without the list being read', async () => {
      gateway.next('answer-lost')
      await payAsGuest(world.browser(), account)
      const id = await newestOf(world, account)
      gateway.cut(true)
      await later(22 * HOUR)
      expect((await recordOf(world, id)).state).toBe('unknown')
      gateway.cut(false)
      gateway.cutList(true)
      const { lists } = gateway.counts()
      await later(2 * HOUR)
      expect(await lastEventOf(id)).toBe('time: unknown > canceled (expired_on_confirmation)')
      expect(gateway.counts().lists).toBe(lists)
    })

    it('as its process died while it was sent, it is marked as lost', async () => {
      const { browser, card } = await keptCard()
      const answer = gateway.turnAwayLate()
      const { creations } = gateway.counts()
      const pressed = payByCard(browser, card)
      await vi.waitFor(() => expect(gateway.counts().creations).toBe(creations + 1), { timeout: 20_000 })
      const id = await newestOf(world, account)
      const { wired } = await world.replica()
      world.pass(26 * HOUR)
      await runJobs(wired)
      expect((await recordOf(world, id)).state).toBe('unknown')
      expect(await lastEventOf(id)).toBe('time: sent > unknown (process_gone)')
      // The process was alive, and no other one has sent the payment: its refusal counts.
      answer()
      await pressed
      expect(await lastEventOf(id)).toBe('request: unknown > canceled (refused_by_gateway)')
    })
  })

  describe('that is being sent', () => {
    it('is left to its process by all others', async () => {
      const answer = gateway.turnAwayLate()
      const { creations } = gateway.counts()
      const pressed = payAsGuest(world.browser(), account)
      await vi.waitFor(() => expect(gateway.counts().creations).toBe(creations + 1), { timeout: 20_000 })
      const id = await newestOf(world, account)
      const { wired } = await world.replica()
      world.pass(10 * SECOND)
      await wired.payments.process(id)
      expect(gateway.counts()).toMatchObject({ creations: creations + 1, lists: 0 })
      expect((await recordOf(world, id)).state).toBe('sent')
      answer()
      await pressed
      expect(await lastEventOf(id)).toBe('request: sent > canceled (refused_by_gateway)')
    })

    it('is not sent by a process that was suspended for as long as its lease', async () => {
      const { id: userId, card } = await keptCard()
      const stored = await autopaymentOf(userId, card)
      const payment = await findPayment(world.database.db, stored)
      if (!payment) throw new Error('Nothing was stored')
      const { payments } = world.wired
      const { creations } = gateway.counts()
      const moments = [world.now(), new Date(world.now().getTime() + leaseMs)]
      await sendPayment(
        {
          config: world.config,
          hooks: payments.hooks,
          database: world.database,
          log: world.log,
          clock: () => moments.shift() ?? world.now(),
          wakeJobs() {},
        },
        payments.gateway,
        payment,
      )
      expect(gateway.counts().creations).toBe(creations)
      expect((await recordOf(world, stored)).state).toBe('sent')
      await later(MINUTE)
      expect(await charged(world, stored)).toEqual([7_000])
    })
  })

  describe('the end', () => {
    const lateSuccess = 'late success: a canceled payment was paid after all, and is credited'

    it('is counted once, and only a late success is logged', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await later(10 * SECOND)
      expect(settled).toEqual([])
      await atBank(world.api).pay(bankPageOf(newPayment))
      await later(10 * SECOND)
      await later(MINUTE)
      expect(settled).toEqual(['succeeded'])
      expect(loggedOf(newPayment.id)).toEqual([])
      // It has its receipt: the gateway is not polled any more.
      const payment = paymentOf(await world.browser().get(`/api/v1/pay/${newPayment.id}`))
      expect(payment.receiptStatus).toBe('done')
      expect(await recordOf(world, newPayment.id)).toMatchObject({
        next_check_at: null,
        confirmation_url: null,
      })
    })

    it('by a cancellation is counted, is not asked about any more, and is not logged', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await cancel(newPayment.id)
      const { questions } = gateway.counts()
      world.pass(MINUTE)
      await world.wired.payments.process(newPayment.id)
      expect(gateway.counts().questions).toBe(questions)
      expect(settled).toEqual(['canceled'])
      expect(loggedOf(newPayment.id)).toEqual([])
      expect(await recordOf(world, newPayment.id)).toMatchObject({
        next_check_at: null,
        confirmation_url: null,
      })
    })

    it('after a cancellation by a success is counted as late, and logged', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      gateway.answerNotFound()
      await later(26 * HOUR)
      expect(await lastEventOf(newPayment.id)).toBe('time: pending > canceled (no_answer)')
      expect(loggedOf(newPayment.id)).toEqual([
        { payment: newPayment.id, gateway: 'sandbox', code: 'not_found', message: 'the gateway refused' },
        { payment: newPayment.id, message: 'ended by its age: the gateway does not know the payment' },
      ])
      world.logged.length = 0
      gateway.changePayments({ status: 'succeeded', declineReason: null })
      await later(4 * DAY)
      expect(await lastEventOf(newPayment.id)).toBe('lookup: canceled > succeeded (late_success)')
      expect(settled).toEqual(['canceled', 'late'])
      expect(loggedOf(newPayment.id)).toEqual([{ payment: newPayment.id, message: lateSuccess }])
    })

    it('is recorded without a method, if the gateway tells none', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await atBank(world.api).pay(bankPageOf(newPayment))
      gateway.changePayments({ method: null })
      await later(10 * SECOND)
      const payment = paymentOf(await world.browser().get(`/api/v1/pay/${newPayment.id}`))
      expect(payment).toMatchObject({ status: 'succeeded', method: null })
    })

    describe('keeps no card', () => {
      const savedCard = {
        id: 'card at the bank',
        kind: 'card',
        title: 'Мир •• 2987',
        expiresAt: null,
      } as const
      const setSavedMethod = (saved: typeof savedCard | null) => gateway.changePayments({ saved })
      const cards = () =>
        world.database.db
          .selectFrom('payment_methods')
          .select('id')
          .where('created_at', '>=', world.now().toISOString().slice(0, 10))
          .execute()

      it('that its customer has not asked to keep', async () => {
        const { browser } = await customerWith(world, account)
        const newPayment = paymentOf(await payAsCustomer(browser, account))
        await atBank(world.api).pay(bankPageOf(newPayment))
        setSavedMethod(savedCard)
        await later(10 * SECOND)
        expect(settled).toEqual(['succeeded'])
        expect(await cards()).toEqual([])
      })

      it('that the gateway has not saved', async () => {
        const { browser } = await customerWith(world, account)
        const newPayment = paymentOf(await payAsCustomer(browser, account, { saveMethod: true }))
        await atBank(world.api).pay(bankPageOf(newPayment))
        setSavedMethod(null)
        await later(10 * SECOND)
        expect(settled).toEqual(['succeeded'])
        expect(await cards()).toEqual([])
      })
    })

    it('leads a customer to the payment among their own in a letter', async () => {
      const { browser } = await customerWith(world, account)
      const newPayment = paymentOf(await payAsCustomer(browser, account))
      await atBank(world.api).pay(bankPageOf(newPayment))
      await world.letters()
      await later(10 * SECOND)
      const [letter] = await world.letters()
      expect(letter?.text).toContain(`https://portal.example/personal/pay-success?payment=${newPayment.id}`)
    })

    it('after its payer was erased credits the money and writes to nobody', async () => {
      const { browser, card } = await keptCard()
      gateway.next('answer-lost')
      const { id } = paymentOf(await payByCard(browser, card))
      await world.letters()
      const { gateway: name, request } = await recordOf(world, id)
      await world.database.transaction((trx) =>
        forgetPayer(trx, { id, gateway: name, request: JSON.parse(request) }),
      )
      await later(26 * HOUR)
      await later(HOUR)
      expect(settled).toEqual(['succeeded'])
      expect(await balance(world, account)).toBe(-5_100)
      expect(await world.letters()).toEqual([])
    })

    it('is not seen in an answer about a payment that the gateway does not know yet', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      gateway.answerNotFound()
      await later(HOUR)
      expect(loggedOf(newPayment.id)).toEqual([
        { payment: newPayment.id, gateway: 'sandbox', code: 'not_found', message: 'the gateway refused' },
      ])
      expect((await recordOf(world, newPayment.id)).state).toBe('pending')
    })
  })

  describe('the next question to the gateway', () => {
    const nextIn = async (id: string) => {
      const { next_check_at } = await recordOf(world, id)
      return new Date(next_check_at ?? '').getTime() - world.now().getTime()
    }

    it('comes later and later while its payer is at the bank', async () => {
      const { id } = paymentOf(await payAsGuest(world.browser(), account))
      expect(await nextIn(id)).toBe(5 * SECOND)
      await later(MINUTE)
      expect(await nextIn(id)).toBe(30 * SECOND)
      await later(50 * MINUTE)
      expect(await nextIn(id)).toBe(15 * MINUTE)
    })

    it('comes after days for one that was canceled here and waits for its payer there', async () => {
      gateway.next('answer-lost')
      await payAsGuest(world.browser(), account)
      const id = await newestOf(world, account)
      await world.database.db
        .updateTable('payment_intents')
        .set({ state: 'canceled', next_check_at: null })
        .where('payment_id', '=', id)
        .execute()
      world.logged.length = 0
      await world.wired.payments.processListed(id, await idAtBank(world, id))
      expect((await recordOf(world, id)).state).toBe('canceled')
      expect(await nextIn(id)).toBe(3 * DAY)
      expect(settled).toEqual([])
      expect(loggedOf(id)).toEqual([])
    })

    it('comes soon after it was paid, for the receipt', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await later(50 * MINUTE)
      await atBank(world.api).pay(bankPageOf(newPayment))
      await world.wired.payments.process(newPayment.id)
      world.pass(2 * SECOND)
      await world.wired.payments.process(newPayment.id)
      expect(await lastEventOf(newPayment.id)).toMatch(/^lookup: pending > succeeded/)
      expect(await nextIn(newPayment.id)).toBe(5 * SECOND)
    })
  })

  it('of an autopayment, that the gateway was too busy for, is stored as if it had not been sent', async () => {
    const { id: userId, card } = await keptCard()
    const id = await autopaymentOf(userId, card)
    gateway.next('turned-away')
    await world.wired.payments.process(id)
    expect(await recordOf(world, id)).toMatchObject({ state: 'created', sends: 0, first_sent_at: null })
    expect(await lastEventOf(id)).toBe('request: sent > created (too_many_requests)')
    await later(MINUTE)
    expect(await charged(world, id)).toEqual([7_000])
    expect(await eventsOf(world, id)).toEqual([
      'time: null > created (autopayment)',
      'request: created > sent (first_send)',
      'request: sent > created (too_many_requests)',
      'request: created > sent (first_send)',
      'request: sent > succeeded (succeed)',
    ])
  })
})
