import { settleByHand } from 'api/payments/outcome/settle-by-hand'
import { toKopecks } from 'contract/money'
import { HOUR } from 'format/durations'
import { ConfigError } from 'process/settings'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { customerWithAutopayment, goTo, issueInvoice, runsOf } from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { readingOperatorOf, why } from '../support/operator'
import { idAtBank, newestOf } from '../support/payment-records'
import {
  atBank,
  balance,
  passWithoutWebhooks,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  savedMethodsOf,
} from '../support/payments-world'

describeOnEachDatabase('a payment that is settled by hand', (kind) => {
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  let account: string
  beforeEach(async () => {
    gateway.reset()
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  const settle = (...options: string[]) =>
    readingOperatorOf({ ...world, aroundGateway: gateway.around })('settle-payment', ...options, ...why)
  const later = (ms: number) => passWithoutWebhooks(world, ms)
  const payByCard = async (browser: Browser) => {
    const [card] = await savedMethodsOf(browser)
    return paymentOf(
      await payAsCustomer(browser, account, { amount: 5_000, paymentMethod: card?.id, payAnew: true }),
    ).id
  }
  const unanswered = async ({ charged }: { charged: boolean }) => {
    const customer = await customerWithAutopayment(world, account)
    if (charged) gateway.next('answer-lost')
    else gateway.cut(true)
    const id = await payByCard(customer.browser)
    gateway.cut(true)
    await later(26 * HOUR)
    gateway.cut(false)
    gateway.cutList(true)
    return { ...customer, id }
  }
  const statusOf = async (browser: Browser, id: string) =>
    paymentOf(await browser.get(`/api/v1/personal/pay/${id}`)).status
  const payAtBank = (id: string) =>
    atBank(world.api).pay(`${world.config.apiPublicUrl}/sandbox-bank/pay/${id}`)

  it('is canceled once, if it is a charge that the gateway does not have', async () => {
    const { browser, id } = await unanswered({ charged: false })
    expect(await settle(id, 'canceled')).toBe(`Payment ${id}: canceled`)
    const payment = paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
    expect(payment).toMatchObject({ status: 'canceled', cancelReason: 'no_answer' })
    expect(await balance(world, account)).toBe(0)
    await expect(settle(id, 'canceled')).rejects.toThrow(
      new ConfigError(`Payment ${id}: it is canceled already`),
    )
  })

  it('gets the gateway’s status, if its id at the gateway is given, and one ledger entry', async () => {
    const { browser, id } = await unanswered({ charged: true })
    const bankId = await idAtBank(world, id)
    expect(await settle(id, bankId)).toBe(`Payment ${id}: succeeded`)
    expect(await statusOf(browser, id)).toBe('succeeded')
    await expect(settle(id, bankId)).rejects.toThrow('it is succeeded already')
    await later(HOUR)
    expect(await balance(world, account)).toBe(-5_000)
  })

  it('of an autopayment ends its run', async () => {
    const { browser, autopayment } = await customerWithAutopayment(world, account)
    await issueInvoice(world, account, '2026-02', 80_000)
    await goTo(world, '2026-03-03', 60)
    gateway.next('answer-lost')
    await goTo(world, '2026-03-04', 10 * 60)
    gateway.cut(true)
    await later(26 * HOUR)
    gateway.cut(false)
    const { payment_id } = await world.database.db
      .selectFrom('autopayment_runs')
      .select('payment_id')
      .where('autopayment_id', '=', autopayment.id)
      .executeTakeFirstOrThrow()
    const id = payment_id ?? ''
    expect(await settle(id, await idAtBank(world, id))).toBe(`Payment ${id}: succeeded`)
    expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged', amount: 80_000 }])
    expect(await balance(world, account)).toBe(0)
  })

  it('can be canceled while it is still repeated, and is then not repeated', async () => {
    const { browser } = await customerWithAutopayment(world, account)
    gateway.cut(true)
    const id = await payByCard(browser)
    await later(HOUR)
    expect(await settle(id, 'canceled')).toBe(`Payment ${id}: canceled`)
    gateway.cut(false)
    const { creations } = gateway.counts()
    await later(HOUR)
    expect(gateway.counts().creations).toBe(creations)
    expect(await statusOf(browser, id)).toBe('canceled')
  })

  it('can be one that waits for its payer; if it is paid later, it is credited', async () => {
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    const bankId = await idAtBank(world, id)
    expect(await settle(id, 'canceled')).toBe(`Payment ${id}: canceled`)
    await payAtBank(bankId)
    expect(await settle(id, bankId)).toBe(`Payment ${id}: succeeded`)
    expect(await balance(world, account)).toBe(-260_091)
  })

  it('gets the gateway’s status where that is another', async () => {
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    await payAtBank(await idAtBank(world, id))
    expect(await settle(id, 'canceled')).toBe(`Payment ${id}: succeeded`)
    expect(await balance(world, account)).toBe(-260_091)
  })

  it('is canceled, if what the gateway has taken under its id is another sum', async () => {
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    await payAtBank(await idAtBank(world, id))
    gateway.changePayments({ amount: toKopecks(1) })
    expect(await settle(id, 'canceled')).toBe(`Payment ${id}: canceled`)
    expect(await balance(world, account)).toBe(0)
  })

  it('is canceled, if the gateway does not answer', async () => {
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    gateway.cut(true)
    expect(await settle(id, 'canceled')).toBe(`Payment ${id}: canceled`)
  })

  it('gets the gateway’s status and reason, if it was declined there', async () => {
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    const bankId = await idAtBank(world, id)
    await atBank(world.api).pay(`${world.config.apiPublicUrl}/sandbox-bank/pay/${bankId}`, '5555555555554600')
    expect(await settle(id, bankId)).toBe(`Payment ${id}: canceled`)
    const payment = paymentOf(await world.browser().get(`/api/v1/pay/${id}`))
    expect(payment.cancelReason).toBe('insufficient_funds')
  })

  it('is canceled without a question, if the gateway has given it no id', async () => {
    const { id } = await unanswered({ charged: false })
    const { questions } = gateway.counts()
    expect(await settle(id, 'canceled')).toBe(`Payment ${id}: canceled`)
    expect(gateway.counts().questions).toBe(questions)
  })

  it('can be of a gateway that is no longer configured', async () => {
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    await world.database.db
      .updateTable('payment_intents')
      .set({ gateway: 'yookassa' })
      .where('payment_id', '=', id)
      .execute()
    await expect(settle(id, 'some-id')).rejects.toThrow('yookassa is not configured')
    expect(await settle(id, 'canceled')).toBe(`Payment ${id}: canceled`)
  })

  describe('stays unchanged', () => {
    it('by the id of one that is canceled at the gateway', async () => {
      const { id } = paymentOf(await payAsGuest(world.browser(), account))
      expect(await settle(id, 'canceled')).toBe(`Payment ${id}: canceled`)
      await expect(settle(id, await idAtBank(world, id))).rejects.toThrow('it is canceled already')
    })

    it('by the id of another payment, or an unknown one', async () => {
      const { browser, id } = await unanswered({ charged: true })
      const other = await idAtBank(world, await payByCard(browser))
      await expect(settle(id, other)).rejects.toThrow(`${other} is another payment`)
      await expect(settle(id, 'no-such-id')).rejects.toThrow(
        'sandbox does not tell of no-such-id (not_found)',
      )
      expect(await statusOf(browser, id)).toBe('pending')
    })

    it('while the gateway is too busy', async () => {
      const { browser, id } = await unanswered({ charged: true })
      gateway.replaceAnswers(() => ({ kind: 'turned-away', code: 'too_many_requests' }))
      await expect(settle(id, await idAtBank(world, id))).rejects.toThrow(
        /does not tell of .* \(too_many_requests\)$/,
      )
      expect(await statusOf(browser, id)).toBe('pending')
    })

    it('while it is being sent', async () => {
      const answer = gateway.turnAwayLate()
      const { creations } = gateway.counts()
      const pressed = payAsGuest(world.browser(), account)
      await vi.waitFor(() => expect(gateway.counts().creations).toBe(creations + 1), { timeout: 20_000 })
      const id = await newestOf(world, account)
      await expect(settle(id, 'canceled')).rejects.toThrow('it is being sent to the gateway, try again')
      answer()
      await pressed
    })

    it('when it is settled by somebody else while the gateway is asked', async () => {
      const { id } = paymentOf(await payAsGuest(world.browser(), account))
      const { payments } = world.wired
      const slow = {
        ...payments.gateway,
        async get(bankId: string) {
          const answer = await payments.gateway.get(bankId)
          await payments.cancel(id, 'replaced')
          return answer
        },
      }
      const settling = settleByHand(
        {
          config: world.config,
          hooks: payments.hooks,
          database: world.database,
          gateways: { of: () => slow },
          now: world.now(),
        },
        id,
        { charge: 'none' },
      )
      await expect(settling).rejects.toThrow('it has become canceled meanwhile')
      expect(paymentOf(await world.browser().get(`/api/v1/pay/${id}`)).cancelReason).toBe('replaced')
    })

    it('while the gateway does not answer', async () => {
      const { browser, id } = await unanswered({ charged: true })
      const bankId = await idAtBank(world, id)
      gateway.cut(true)
      await expect(settle(id, bankId)).rejects.toThrow('sandbox has not answered (timeout), try again')
      expect(await statusOf(browser, id)).toBe('pending')
    })

    it('when it does not exist', async () => {
      await expect(settle('no-such-payment', 'canceled')).rejects.toThrow('there is no such payment')
    })

    it.each([[[]], [['id']], [['id', '--canceled']], [['id', 'canceled', 'now']]])(
      'by the options %j',
      async (options) => {
        await expect(settle(...options)).rejects.toThrow(ConfigError)
        await expect(settle(...options)).rejects.toThrow(/^settle-payment: .*\nUsage: settle-payment NUMBER/)
      },
    )
  })
})
