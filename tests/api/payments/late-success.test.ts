import { historyAnswer } from 'contract/payments'
import { DAY, HOUR, SECOND } from 'format/durations'
import { beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { issueInvoice, newOf, setAutopayment } from '../support/autopayments-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { eventsOf, recordsOf } from '../support/payment-records'
import {
  atBank,
  balance,
  charged,
  passWithoutWebhooks,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  paymentWebhook,
  runJobs,
  saveCard,
  sendWebhook,
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

  const historyOf = async (browser: Browser, status: string) => {
    const { body } = await browser.get(`/api/v1/personal/history/${account}?status=${status}`)
    const { data, meta } = historyAnswer.parse(body)
    return { ids: data.map(({ id }) => id), count: meta.count, sum: meta.totalAmount }
  }
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
    const { method } = await saveCard(world, browser, account)
    world.pass(10 * SECOND)
    await runJobs(world.wired)
    await issueInvoice(world, account, '2026-02', 5_000)
    const before = { succeeded: await historyOf(browser, 'succeeded'), paid: await paidOfInvoice() }
    await world.letters()

    gateway.next('refused-though-made')
    const byCard = { paymentMethod: method.id, amount: 4_900 }
    const { id, status } = paymentOf(await payAsCustomer(browser, account, byCard))
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
    expect(await eventsOf(world, id)).toEqual([
      'request: null > created (personal)',
      'request: created > sent (first_send)',
      'request: sent > canceled (refused_by_gateway)',
      'webhook: canceled > succeeded (late_success)',
    ])
  })

  it('is not credited by a webhook alone', async () => {
    gateway.next('refused')
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    const webhook = paymentWebhook('succeeded', 'no-such-payment', id)
    world.pass(2 * SECOND)
    expect(await sendWebhook(world, webhook)).toBe(200)
    // It was polled a moment ago: the gateway has to send the webhook again, which alone has its id.
    expect(await sendWebhook(world, webhook)).toBe(503)
    expect(paymentOf(await world.browser().get(`/api/v1/pay/${id}`)).status).toBe('canceled')
    expect(await balance(world, account)).toBe(0)
  })

  it('and was to bind a card starts no autopayment, and the card is not saved', async () => {
    const { id: userId, browser } = await customerWith(world, account)
    const newAutopayment = newOf(await setAutopayment(browser, account))
    await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '')
    gateway.answerNotFound()
    await passWithoutWebhooks(world, 26 * HOUR)
    expect(await recordsOf(world, account)).toMatchObject([{ status: 'canceled' }])
    gateway.replaceAnswers((answer) => answer)
    await passWithoutWebhooks(world, 3 * DAY)
    expect(await recordsOf(world, account)).toMatchObject([{ status: 'succeeded' }])
    const rows = await world.database.db
      .selectFrom('autopayments')
      .select(['status', 'method_id'])
      .where('id', '=', newAutopayment.id)
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
