import { randomUUID } from 'node:crypto'
import { allPages } from 'api/payments/gateways/all-pages'
import type { GatewayAnswer, PaymentGateway, RefundAnswer } from 'api/payments/gateways/payment-gateway'
import { type DeclineReason, declineReasons } from 'contract/decline-reasons'
import { toKopecks } from 'contract/money'
import { SECOND } from 'format/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewayRequest as request } from './gateway-request'

/** A gateway with controls of its other side. Ids are the gateway's. */
export interface GatewayUnderTest {
  gateway: PaymentGateway
  now(): Date
  pass(ms: number): void
  /** The payer pays. */
  pay(id: string): Promise<void>
  /** The payer's bank declines; returns the expected reason of our list. */
  decline(id: string): Promise<DeclineReason>
  /** The payer's time runs out. */
  expire(id: string): Promise<void>
  /** Cuts the connection, or restores it. */
  cut(isCut: boolean): void
  /** The body of the webhook about a paid payment; null for a gateway without webhooks. */
  webhookOf(id: string, paymentId: string): Promise<unknown>
  close(): Promise<void>
}

const paymentIn = (answer: GatewayAnswer) => {
  if (answer.kind !== 'payment') throw new Error(JSON.stringify(answer))
  return answer.payment
}

const refundIn = (answer: RefundAnswer) => {
  if (answer.kind !== 'refund') throw new Error(JSON.stringify(answer))
  return answer.refund
}

/** The tests that every gateway has to pass, see payment-gateway.ts. */
export const describeGateway = (name: string, open: () => Promise<GatewayUnderTest>) =>
  describe(`the gateway ${name}`, () => {
    let world: GatewayUnderTest
    let gateway: PaymentGateway

    beforeAll(async () => {
      world = await open()
      gateway = world.gateway
    })
    afterAll(() => world.close())

    const bodyOf = (paymentId: string = randomUUID()) => gateway.creationBody({ ...request, paymentId })
    const created = async (body = bodyOf()) => paymentIn(await gateway.create(body, randomUUID()))
    const paid = async () => {
      const { id } = await created()
      await world.pay(id)
      return paymentIn(await gateway.get(id))
    }
    const readAgain = async (id: string) => paymentIn(await gateway.get(id))
    const refund = (gatewayPaymentId: string, amount: number, key = randomUUID()) => {
      const receipt = amount === request.amount ? null : { email: request.email, account: request.account }
      return gateway.refunds.create(
        gateway.refunds.bodyOf({ gatewayPaymentId, amount: toKopecks(amount), receipt }),
        key,
      )
    }
    /** The ids of all payments in the list since a moment. */
    const listedSince = async (from: string) => {
      const to = new Date(world.now().getTime() + SECOND).toISOString()
      const ids: string[] = []
      for await (const { id } of allPages(gateway.listPayments, { from, to })) ids.push(id)
      return ids
    }

    it('makes the same body of the same request', () => {
      expect(bodyOf('one')).toBe(bodyOf('one'))
      expect(bodyOf('one')).not.toBe(bodyOf('another'))
    })

    it('creates a payment that waits for its payer, with what was asked for', async () => {
      const paymentId = randomUUID()
      const payment = await created(bodyOf(paymentId))
      expect(payment).toMatchObject({
        status: 'pending',
        amount: request.amount,
        currency: 'RUB',
        paymentId,
        account: request.account,
        confirmationUrl: expect.stringMatching(/^https?:/),
        createdAt: world.now().toISOString(),
        paidAt: null,
        saved: null,
        declineReason: null,
      })
      expect(await readAgain(payment.id)).toEqual(payment)
    })

    it('returns the same payment for the same key and bytes, also concurrently, and rejects other bytes', async () => {
      world.pass(SECOND)
      const from = world.now().toISOString()
      const [key, body] = [randomUUID(), bodyOf()]
      const answers = await Promise.all([1, 2, 3].map(() => gateway.create(body, key)))
      const ids = new Set(answers.map((answer) => paymentIn(answer).id))
      expect(ids.size).toBe(1)
      expect(await gateway.create(bodyOf(), key)).toMatchObject({ kind: 'refused' })
      expect(await listedSince(from)).toEqual([...ids])
    })

    it('returns a paid payment with its method', async () => {
      const payment = await paid()
      expect(payment).toMatchObject({ status: 'succeeded', amount: request.amount, declineReason: null })
      expect(payment.method?.title).toMatch(/\S/)
      expect(new Date(payment.paidAt ?? '').getTime()).not.toBeNaN()
    })

    it('returns a reason of our list for a declined payment, and does not charge it', async () => {
      const { id } = await created()
      const reason = await world.decline(id)
      expect(declineReasons).toContain(reason)
      expect(await readAgain(id)).toMatchObject({
        status: 'canceled',
        declineReason: reason,
        paidAt: null,
        confirmationUrl: null,
      })
    })

    it('cancels a payment that is not paid in time', async () => {
      const { id } = await created()
      await world.expire(id)
      expect(await readAgain(id)).toMatchObject({
        status: 'canceled',
        declineReason: 'expired_on_confirmation',
      })
    })

    it('lists a payment once, page by page, and only what was created within the time', async () => {
      await created()
      world.pass(SECOND)
      const from = world.now().toISOString()
      const ids: string[] = []
      for (let count = 0; count < 120; count += 1) ids.push((await created()).id)
      world.pass(SECOND)
      const to = world.now().toISOString()
      await created()
      const listed: string[] = []
      let pages = 0
      let cursor: string | null = null
      do {
        const page = await gateway.listPayments({ from, to, cursor })
        if (page.kind !== 'page') throw new Error(JSON.stringify(page))
        listed.push(...page.items.map(({ id }) => id))
        pages += 1
        cursor = page.next
      } while (cursor !== null)
      expect(listed.toSorted()).toEqual(ids.toSorted())
      expect(pages).toBeGreaterThan(1)
    })

    it('refunds a whole payment, once for the same key', async () => {
      const { id } = await paid()
      const key = randomUUID()
      const made = refundIn(await refund(id, request.amount, key))
      expect(made).toMatchObject({ gatewayPaymentId: id, amount: request.amount, currency: 'RUB' })
      expect(refundIn(await refund(id, request.amount, key)).id).toBe(made.id)
      expect(refundIn(await gateway.refunds.get(made.id))).toEqual(made)
    })

    it('refunds a payment in parts, and not more than was paid', async () => {
      world.pass(SECOND)
      const from = world.now().toISOString()
      const { id } = await paid()
      const parts = [refundIn(await refund(id, 60_091)), refundIn(await refund(id, 150_000))]
      expect(await refund(id, 50_001)).toMatchObject({ kind: 'refused' })
      const to = new Date(world.now().getTime() + SECOND).toISOString()
      const listed: string[] = []
      for await (const one of allPages(gateway.refunds.list, { from, to })) listed.push(one.id)
      expect(listed.toSorted()).toEqual(parts.map((part) => part.id).toSorted())
      refundIn(await refund(id, 50_000))
    })

    it('does not refund a payment that was not paid', async () => {
      const { id } = await created()
      expect(await refund(id, request.amount)).toMatchObject({ kind: 'refused' })
    })

    it('knows no payment or refund with an unknown id', async () => {
      expect(await gateway.get(randomUUID())).toMatchObject({ kind: 'refused' })
      expect(await gateway.refunds.get(randomUUID())).toMatchObject({ kind: 'refused' })
    })

    it('answers `unknown` when the connection is cut, and can be called again with the same key', async () => {
      world.pass(SECOND)
      const from = world.now().toISOString()
      const { id } = await paid()
      const [key, body] = [randomUUID(), bodyOf()]
      const query = { from, to: world.now().toISOString(), cursor: null }
      world.cut(true)
      const answers = [
        await gateway.create(body, key),
        await gateway.get(id),
        await gateway.listPayments(query),
        await refund(id, request.amount),
        await gateway.refunds.get(id),
        await gateway.refunds.list(query),
      ]
      world.cut(false)
      expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => 'unknown'))
      const repeated = paymentIn(await gateway.create(body, key))
      expect((await listedSince(from)).toSorted()).toEqual([id, repeated.id].toSorted())
    })

    it('parses its own webhooks', async () => {
      const paymentId = randomUUID()
      const { id } = await created(bodyOf(paymentId))
      const webhook = await world.webhookOf(id, paymentId)
      expect(gateway.readWebhook(webhook)).toEqual(
        webhook === null ? null : { event: 'payment.succeeded', gatewayPaymentId: id, paymentId },
      )
      expect(gateway.refunds.readWebhook(webhook)).toBeNull()
    })

    it.each([
      null,
      undefined,
      '',
      0,
      [],
      {},
      'payment.succeeded',
      { type: 'notification' },
      { type: 'notification', event: 'payment.succeeded', object: null },
      { type: 'notification', event: 'payment.succeeded', object: { id: '' } },
      { type: 'notification', event: 1, object: { id: 'x' } },
      { event: 'refund.succeeded', object: { id: 'x', payment_id: 'y' } },
    ])('rejects %j as a webhook', (body) => {
      expect(gateway.readWebhook(body)).toBeNull()
      expect(gateway.refunds.readWebhook(body)).toBeNull()
    })
  })
