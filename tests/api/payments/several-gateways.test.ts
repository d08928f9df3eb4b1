import type { PaymentState } from 'api/payments/store/payment-states'
import { DAY, HOUR, SECOND } from 'format/durations'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { startFakeYookassa } from '../support/fake-yookassa'
import { eventsOf, recordOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  paymentWebhook,
  runJobs,
  savedMethodsOf,
  sendWebhook,
} from '../support/payments-world'

type Replica = Awaited<ReturnType<ApiWorld['replica']>>

describeOnEachDatabase('payments of several gateways', (kind) => {
  const fake = openForTests(startFakeYookassa)
  const world = openForTests(() => openApiWorld(kind, { env: fake.settings }))
  /** Only has the test bank. */
  let withoutYookassa: Replica
  let account: string
  beforeEach(async () => {
    fake.fail()
    await world.startAgain()
    account = await addToRegister(world.database.db)
    fake.requests.length = 0
  })

  const orderOf = (url: string | null | undefined) => new URL(url ?? '').searchParams.get('orderId') ?? ''

  /** A card that a payment of this customer has saved. */
  const customerWithCard = async () => {
    const { browser } = await customerWith(world, account)
    const newPayment = paymentOf(await payAsCustomer(browser, account, { saveMethod: true, amount: 100 }))
    fake.pay(orderOf(newPayment.confirmationUrl))
    world.pass(3 * SECOND)
    await browser.get(`/api/v1/personal/pay/${newPayment.id}`)
    const [card] = await savedMethodsOf(browser)
    return { browser, paymentMethod: card?.id }
  }

  describe('when one of them is no longer configured', () => {
    beforeAll(async () => {
      withoutYookassa = await world.replica({
        PAYMENT_GATEWAY: 'sandbox',
        YOOKASSA_SHOP_ID: '',
        YOOKASSA_SECRET_KEY: '',
      })
    })

    it('keep one that was begun on its page pending for a day, and then say that its outcome is not known', async () => {
      const { id } = paymentOf(await payAsGuest(world.browser(), account))
      const stateOf = async () =>
        paymentOf(await world.browserOf(withoutYookassa.api).get(`/api/v1/pay/${id}`))
      const endedByItsAge = {
        payment: id,
        gateway: 'the shop 506751 of yookassa',
        message: 'ended by its age: its gateway is not configured',
      }
      world.pass(24 * HOUR)
      await runJobs(withoutYookassa.wired)
      expect(await stateOf()).toMatchObject({ status: 'pending' })
      expect(world.logged).not.toContainEqual(endedByItsAge)
      world.pass(2 * HOUR)
      await runJobs(withoutYookassa.wired)
      expect(await stateOf()).toMatchObject({ status: 'canceled', cancelReason: 'no_answer' })
      expect((await eventsOf(world, id)).at(-1)).toBe('time: pending > canceled (no_answer)')
      expect(world.logged).toContainEqual(endedByItsAge)
      expect(await balance(world, account)).toBe(0)
    })

    it.each<[string, PaymentState, string[]]>([
      ['without an answer', 'unknown', []],
      ['whose process died while sending it', 'sent', ['time: sent > unknown (no_gateway)']],
    ])(
      'keep a charge %s for a week, and cancel it without saying that nothing was charged',
      async (_, state, first) => {
        const { browser, paymentMethod } = await customerWithCard()
        fake.fail({ status: 500, effect: true })
        const { id } = paymentOf(await payAsCustomer(browser, account, { paymentMethod, amount: 5_000 }))
        const { db } = world.database
        await db.updateTable('payment_intents').set({ state }).where('payment_id', '=', id).execute()
        const { length: before } = await eventsOf(world, id)
        fake.requests.length = 0
        world.pass(7 * DAY - HOUR)
        await runJobs(withoutYookassa.wired)
        expect(await recordOf(world, id)).toMatchObject({ status: 'pending', decline_reason: null })
        for (let run = 0; run < 2; run += 1) {
          world.pass(7 * HOUR)
          await runJobs(withoutYookassa.wired)
        }
        expect(await recordOf(world, id)).toMatchObject({ status: 'canceled', decline_reason: 'no_answer' })
        const ended = 'time: unknown > canceled (no_answer)'
        expect((await eventsOf(world, id)).slice(before)).toEqual([...first, ended])
        expect(fake.requests).toEqual([])
      },
    )

    it('credit one that was canceled by its age when its gateway is back and says that it was paid', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      fake.pay(orderOf(newPayment.confirmationUrl))
      world.pass(26 * HOUR)
      await runJobs(withoutYookassa.wired)
      expect((await eventsOf(world, newPayment.id)).at(-1)).toBe('time: pending > canceled (no_answer)')
      world.pass(3 * DAY)
      await runJobs(world.wired)
      expect((await eventsOf(world, newPayment.id)).at(-1)).toBe(
        'lookup: canceled > succeeded (late_success)',
      )
      expect(await balance(world, account)).toBe(-260_091)
    })
  })

  describe('when both are configured', () => {
    let withSandbox: Replica
    beforeAll(async () => {
      withSandbox = await world.replica({ PAYMENT_GATEWAY: 'sandbox' })
    })

    const send = async (gateway: string, { id, gatewayId }: { id: string; gatewayId: string }) => {
      const browser = () => world.browserOf(withSandbox.api)
      return sendWebhook({ browser }, paymentWebhook('succeeded', gatewayId, id), gateway)
    }

    it('are changed only by webhooks of their own gateway', async () => {
      const accountOfSandbox = await addToRegister(world.database.db)
      const atYookassa = paymentOf(await payAsGuest(world.browser(), account))
      const yookassa = { id: atYookassa.id, gatewayId: orderOf(atYookassa.confirmationUrl) }
      const browser = world.browserOf(withSandbox.api)
      const atSandbox = paymentOf(await payAsGuest(browser, accountOfSandbox, { amount: 70_000 }))
      const page = bankPageOf(atSandbox)
      const sandbox = { id: atSandbox.id, gatewayId: page.slice(page.lastIndexOf('/') + 1) }
      fake.pay(yookassa.gatewayId)
      await atBank(withSandbox.api).pay(page)
      await world.database.db.deleteFrom('sandbox_webhooks').execute()
      expect(await charged(world, sandbox.id)).toEqual([70_000])
      const statuses = async () => ({
        yookassa: (await recordOf(world, yookassa.id)).status,
        sandbox: (await recordOf(world, sandbox.id)).status,
      })

      world.pass(3 * SECOND)
      fake.requests.length = 0
      expect(await send('sandbox', yookassa)).toBe(200)
      expect(await send('yookassa', sandbox)).toBe(200)
      // The right payment, but at a gateway that does not know this id.
      expect(await send('yookassa', { ...sandbox, gatewayId: yookassa.gatewayId.replace(/^./, 'x') })).toBe(
        200,
      )
      expect(fake.requests).toEqual([])
      expect(await statuses()).toEqual({ yookassa: 'pending', sandbox: 'pending' })

      expect(await send('yookassa', yookassa)).toBe(200)
      expect(await statuses()).toEqual({ yookassa: 'succeeded', sandbox: 'pending' })
      expect(await send('sandbox', sandbox)).toBe(200)
      expect(await statuses()).toEqual({ yookassa: 'succeeded', sandbox: 'succeeded' })
      expect(await balance(world, account)).toBe(-260_091)
      expect(await balance(world, accountOfSandbox)).toBe(-70_000)
      expect((await eventsOf(world, sandbox.id)).at(-1)).toBe('webhook: pending > succeeded (succeed)')
      expect((await eventsOf(world, yookassa.id)).at(-1)).toBe('webhook: pending > succeeded (succeed)')
    })
  })
})
