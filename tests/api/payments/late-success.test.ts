import { historyAnswer } from 'contract/payments'
import { DAY, HOUR, SECOND } from 'format/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import {
  chargesOf,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  monthly,
  newOf,
  runsOf,
  setAutopayment,
} from '../support/autopayments-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  runJobs,
} from '../support/payments-world'

describeOnEachDatabase('a payment that was canceled and is paid after all', (kind) => {
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  let account: string
  beforeEach(async () => {
    gateway.reset()
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  /** The gateway does not know its own payments. */
  const statusOf = async (id: string) =>
    (
      await world.database.db
        .selectFrom('payments')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status
  const historyOf = async (browser: Browser, status: string) => {
    const { body } = await browser.get(`/api/v1/personal/history/${account}?status=${status}`)
    const { data, meta } = historyAnswer.parse(body)
    return { ids: data.map(({ id }) => id), count: meta.count, sum: meta.totalAmount }
  }
  const eventsOf = async (id: string) =>
    (
      await world.database.db
        .selectFrom('payment_events')
        .select(['step', 'actor', 'from_state as from', 'to_state as to', 'why'])
        .where('payment_id', '=', id)
        .orderBy('step')
        .execute()
    ).map(({ step, actor, from, to, why }) => `${step} ${actor}: ${from} > ${to} (${why})`)
  const paidOfInvoice = async () =>
    (
      await world.database.db
        .selectFrom('invoices')
        .select('paid')
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
    ).paid

  it('is credited once, with all effects of a success, and its customer is told', async () => {
    const { browser } = await customerWith(world, account)
    const binding = paymentOf(await payAsCustomer(browser, account, { saveMethod: true, amount: 100 }))
    await atBank(world.api).pay(bankPageOf(binding))
    world.pass(10 * SECOND)
    await runJobs(world.wired)
    await issueInvoice(world, account, '2026-02', 5_000)
    const methods = await browser.get('/api/v1/personal/payment-methods/')
    const paymentMethod = String(Object(methods.body).data[0].id)
    const before = { succeeded: await historyOf(browser, 'succeeded'), paid: await paidOfInvoice() }
    await world.letters()

    gateway.next('refused-though-made')
    const { id, status } = paymentOf(await payAsCustomer(browser, account, { paymentMethod, amount: 4_900 }))
    expect(status).toBe('canceled')
    expect(await historyOf(browser, 'canceled')).toEqual({ ids: [id], count: 1, sum: 4_900 })
    expect(await charged(world, id)).toEqual([4_900])
    expect(await balance(world, account)).toBe(4_900)

    // The bank's webhook is sent by one of the steps.
    world.pass(10 * SECOND)
    await runJobs(world.wired)
    await runJobs(world.wired)
    expect(paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))).toMatchObject({
      status: 'succeeded',
      cancelReason: null,
      receiptStatus: expect.stringMatching(/^(pending|done)$/),
    })
    expect(await balance(world, account)).toBe(0)
    expect(await paidOfInvoice()).toBe(before.paid + 4_900)
    expect(await historyOf(browser, 'canceled')).toEqual({ ids: [], count: 0, sum: 0 })
    expect(await historyOf(browser, 'succeeded')).toMatchObject({
      ids: expect.arrayContaining([id]),
      count: before.succeeded.count + 1,
      sum: before.succeeded.sum + 4_900,
    })
    const letters = await world.letters()
    expect(letters.map((letter) => letter.kind)).toEqual(['payment-receipt'])
    expect(letters[0]?.text).toContain('Раньше мы показывали этот платёж отменённым')
    expect(world.logged).toContainEqual(
      expect.objectContaining({ payment: id, message: expect.stringMatching(/^late success/) }),
    )
    expect(await eventsOf(id)).toEqual([
      '1 request: null > created (personal)',
      '2 request: created > sent (first_send)',
      '3 request: sent > canceled (refused_by_gateway)',
      '4 webhook: canceled > succeeded (late_success)',
    ])
  })

  it('is not credited by a webhook alone', async () => {
    gateway.next('refused')
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    const webhook = {
      type: 'notification',
      event: 'payment.succeeded',
      object: { id: 'no-such-payment', status: 'succeeded', metadata: { payment: id } },
    }
    const send = () =>
      world.api.fetch(
        new Request('http://api.test/webhooks/sandbox', {
          method: 'POST',
          body: JSON.stringify(webhook),
          headers: { 'content-type': 'application/json' },
        }),
      )
    world.pass(2 * SECOND)
    expect((await send()).status).toBe(200)
    // It was polled a moment ago: the gateway has to send the webhook again, which alone has its id.
    expect((await send()).status).toBe(503)
    expect(paymentOf(await world.browser().get(`/api/v1/pay/${id}`)).status).toBe('canceled')
    expect(await balance(world, account)).toBe(0)
  })

  it('is detected by polling after it was canceled by its age', async () => {
    const begun = paymentOf(await payAsGuest(world.browser(), account))
    await atBank(world.api).pay(bankPageOf(begun))
    await world.database.db.deleteFrom('sandbox_webhooks').execute()
    gateway.forgets()
    world.pass(26 * HOUR)
    await runJobs(world.wired)
    const stateOf = async () => paymentOf(await world.browser().get(`/api/v1/pay/${begun.id}`)).status
    expect(await stateOf()).toBe('canceled')

    gateway.lie((answer) => answer)
    world.pass(3 * DAY)
    await runJobs(world.wired)
    expect(await stateOf()).toBe('succeeded')
    expect(await balance(world, account)).toBe(-260_091)
    expect((await eventsOf(begun.id)).slice(-2)).toEqual([
      '4 time: pending > canceled (no_answer)',
      '5 lookup: canceled > succeeded (late_success)',
    ])
  })

  describe('by an autopayment', () => {
    const outcomes = async (browser: Browser, id: string) =>
      (await runsOf(browser, id)).map(({ outcome, amount }) => [outcome, amount])

    it('has a line in the log of the run, and the period is not charged again', async () => {
      const { browser, autopayment } = await customerWithAutopayment(world, account, monthly)
      await issueInvoice(world, account, '2026-02', 900_000)
      await goTo(world, '2026-03-14', 9 * 60 + 1)
      gateway.next('answer-lost')
      await goTo(world, '2026-03-15', 10 * 60)
      const { payment_id } = await world.database.db
        .selectFrom('autopayment_runs')
        .select('payment_id')
        .where('autopayment_id', '=', autopayment.id)
        .executeTakeFirstOrThrow()
      const id = payment_id ?? ''
      await world.database.db.deleteFrom('sandbox_webhooks').execute()
      const { id: bankId } = await world.database.db
        .selectFrom('sandbox_payments')
        .select('id')
        .where('merchant_payment', '=', id)
        .executeTakeFirstOrThrow()
      // The gateway answers the repeat with a decline for insufficient funds.
      gateway.lie((answer) =>
        answer.kind === 'payment' && answer.payment.id === bankId
          ? {
              ...answer,
              payment: { ...answer.payment, status: 'canceled', declineReason: 'insufficient_funds' },
            }
          : answer,
      )
      await goTo(world, '2026-03-15', 10 * 60 + 1)
      expect(await outcomes(browser, autopayment.id)).toEqual([['failed', 200_000]])
      const charges = await chargesOf(world, account)

      gateway.lie((answer) => answer)
      world.pass(2 * SECOND)
      await world.wired.payments.processWebhook(world.wired.payments.gateway, {
        type: 'notification',
        event: 'payment.succeeded',
        object: { id: bankId, metadata: { payment: id } },
      })
      expect(await outcomes(browser, autopayment.id)).toEqual([['charged', 200_000]])
      await goTo(world, '2026-03-16', 11 * 60)
      await goTo(world, '2026-03-18', 11 * 60)
      expect(await chargesOf(world, account)).toEqual(charges)
      expect(await balance(world, account)).toBe(900_000 - 200_000)
    })

    it('that was to bind a card starts no autopayment, and the card is not saved', async () => {
      const { id: userId, browser } = await customerWith(world, account)
      const begun = newOf(await setAutopayment(browser, account))
      await atBank(world.api).pay(begun.confirmationUrl ?? '')
      await world.database.db.deleteFrom('sandbox_webhooks').execute()
      gateway.forgets()
      world.pass(26 * HOUR)
      await runJobs(world.wired)
      expect(await statusOf(begun.firstPayment ?? '')).toBe('canceled')
      gateway.lie((answer) => answer)
      world.pass(3 * DAY)
      await runJobs(world.wired)
      expect(await statusOf(begun.firstPayment ?? '')).toBe('succeeded')
      const rows = await world.database.db
        .selectFrom('autopayments')
        .select(['status', 'method_id'])
        .where('id', '=', begun.id)
        .execute()
      expect(rows).toEqual([{ status: 'failed', method_id: null }])
      const kept = await world.database.db
        .selectFrom('payment_methods')
        .select('unlinked_at')
        .where('user_id', '=', userId)
        .execute()
      expect(kept).toEqual([{ unlinked_at: world.now().toISOString() }])
    })
  })
})

describeOnEachDatabase('the events of payments', (kind) => {
  const world = openForTests(() => openApiWorld(kind))

  it('can neither be changed nor deleted', async () => {
    const { db } = world.database
    const account = await addToRegister(db)
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    const change = db
      .updateTable('payment_events')
      .set({ why: 'other' })
      .where('payment_id', '=', id)
      .execute()
    await expect(change).rejects.toThrow(/append-only/)
    const removal = db.deleteFrom('payment_events').where('payment_id', '=', id).execute()
    await expect(removal).rejects.toThrow(/append-only/)
    const events = await db.selectFrom('payment_events').select('why').where('payment_id', '=', id).execute()
    expect(events).toEqual([{ why: 'guest' }, { why: 'first_send' }, { why: 'wait' }])
  })
})
