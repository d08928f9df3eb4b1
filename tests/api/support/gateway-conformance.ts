import { randomUUID } from 'node:crypto'
import { allPages } from 'api/payments/gateways/all-pages'
import type { GatewayAnswer, PaymentGateway, PaymentRequest } from 'api/payments/gateways/payment-gateway'
import type { RefundAnswer } from 'api/payments/gateways/refund-gateway'
import { type DeclineReason, declineReasons } from 'contract/decline-reasons'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A gateway with what is on its other side. The ids are the gateway's own. */
export interface GatewayUnderTest {
  gateway: PaymentGateway
  now(): Date
  pass(ms: number): void
  /** The payer pays. */
  pay(id: string): Promise<void>
  /** The payer's bank declines; gives the reason that our list has for it. */
  decline(id: string): Promise<DeclineReason>
  /** The payer's time runs out. */
  expire(id: string): Promise<void>
  /** Nothing comes through, until told otherwise. */
  cut(isCut: boolean): void
  /** The body of the webhook about a payment that was paid; null for a gateway that sends none. */
  webhookOf(id: string, paymentId: string): Promise<unknown>
  close(): Promise<void>
}

const SECOND = 1_000

const request: Omit<PaymentRequest, 'paymentId'> = {
  account: '4010031186',
  amount: 260_091,
  email: 'olga@mail.example',
  period: '2026-02',
  payee: {
    name: 'ООО «Берег»',
    inn: '5099001232',
    kpp: null,
    bankName: 'АО «Тихобережный банк»',
    bic: '044599871',
    correspondentAccount: '30101810800000000871',
    settlementAccount: '40702810220000001234',
  },
  returnTo: { success: 'https://portal.example/pay/success', failed: 'https://portal.example/pay/failed' },
  saveMethod: false,
  savedMethod: null,
}

const paymentIn = (answer: GatewayAnswer) => {
  if (answer.kind !== 'payment') throw new Error(JSON.stringify(answer))
  return answer.payment
}

const refundIn = (answer: RefundAnswer) => {
  if (answer.kind !== 'refund') throw new Error(JSON.stringify(answer))
  return answer.refund
}

/** What every gateway has to keep of the promises in payment-gateway.ts and refund-gateway.ts. */
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
      return gateway.refunds.create(gateway.refunds.bodyOf({ gatewayPaymentId, amount, receipt }), key)
    }
    /** All that the list has from a moment on. */
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
        paidAt: null,
        saved: null,
        declineReason: null,
      })
      expect(await readAgain(payment.id)).toEqual(payment)
    })

    it('gives the same payment for the same key and bytes, also at once, and refuses other bytes', async () => {
      world.pass(SECOND)
      const from = world.now().toISOString()
      const [key, body] = [randomUUID(), bodyOf()]
      const answers = await Promise.all([1, 2, 3].map(() => gateway.create(body, key)))
      const ids = new Set(answers.map((answer) => paymentIn(answer).id))
      expect(ids.size).toBe(1)
      expect(await gateway.create(bodyOf(), key)).toMatchObject({ kind: 'refused' })
      expect(await listedSince(from)).toEqual([...ids])
    })

    it('tells of a payment that was paid, and by what', async () => {
      const payment = await paid()
      expect(payment).toMatchObject({ status: 'succeeded', amount: request.amount, declineReason: null })
      expect(payment.method?.title).toMatch(/\S/)
      expect(new Date(payment.paidAt ?? '').getTime()).not.toBeNaN()
    })

    it('names a reason of our list for a declined payment, and never takes its money', async () => {
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

    it('ends a payment that nobody pays in time', async () => {
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

    it('gives a payment back as a whole, the same refund for the same key', async () => {
      const { id } = await paid()
      const key = randomUUID()
      const made = refundIn(await refund(id, request.amount, key))
      expect(made).toMatchObject({ gatewayPaymentId: id, amount: request.amount, currency: 'RUB' })
      expect(refundIn(await refund(id, request.amount, key)).id).toBe(made.id)
      expect(refundIn(await gateway.refunds.get(made.id))).toEqual(made)
    })

    it('gives a payment back in parts, and no more than was paid', async () => {
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

    it('gives nothing back of a payment that was not paid', async () => {
      const { id } = await created()
      expect(await refund(id, request.amount)).toMatchObject({ kind: 'refused' })
    })

    it('knows no payment and no refund under an id of nobody', async () => {
      expect(await gateway.get(randomUUID())).toMatchObject({ kind: 'refused' })
      expect(await gateway.refunds.get(randomUUID())).toMatchObject({ kind: 'refused' })
    })

    it('says that it does not know when nothing comes through, and can be asked the same again', async () => {
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

    it('reads its own webhooks', async () => {
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
    ])('takes %j for no webhook', (body) => {
      expect(gateway.readWebhook(body)).toBeNull()
      expect(gateway.refunds.readWebhook(body)).toBeNull()
    })
  })
