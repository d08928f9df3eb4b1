import { HOUR, MINUTE, SECOND } from 'format/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { isLongRun, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { addToRegister } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { idAtBank, newestOf, recordOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  payAsGuest,
  paymentOf,
  runJobs,
  paymentWebhook as webhook,
} from '../support/payments-world'
import { type Replica, replicaStarter } from '../support/start-replica'

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) =>
        permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
      )

/** Orders of the items, rotated and reversed: each pair occurs in both orders, and each item first and last. */
const rotations = <Item>(items: readonly Item[]): Item[][] =>
  [items, items.toReversed()].flatMap((way) =>
    way.map((_, index) => [...way.slice(index), ...way.slice(0, index)]),
  )

describeOnEachDatabase('the gateway’s webhooks', (kind) => {
  const gateway = faultyGateway()
  const startReplica = replicaStarter()
  const world = openForTests(() =>
    openApiWorld(kind, {
      limits: {
        guestPaymentsPerAddress: { max: 100_000, minutes: 1 },
        guestPaymentsPerAccountAndAddress: { max: 100_000, minutes: 1 },
      },
      aroundGateway: gateway.around,
    }),
  )
  let account: string
  beforeEach(async () => {
    world.pass(2 * HOUR)
    gateway.reset()
    account = await addToRegister(world.database.db)
  })

  const send = (
    body: unknown,
    init: RequestInit = {},
    to: Pick<ApiWorld['api'], 'fetch'> | Replica = world.api,
  ) =>
    to.fetch(
      new Request('http://api.test/webhooks/sandbox', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
        ...init,
      }),
    )

  /** A payment with its id at the bank. */
  const beginPayment = async (more: { account?: string } = {}) => {
    const payment = paymentOf(await payAsGuest(world.browser(), more.account ?? account))
    const page = bankPageOf(payment)
    return { id: payment.id, page, bankId: page.slice(page.lastIndexOf('/') + 1) }
  }
  /** A payment whose creation seems to have failed, and which its payer has paid at the bank. */
  const paidWithoutAnswer = async () => {
    await payAsGuest(world.browser(), account)
    const id = await newestOf(world, account)
    const bankId = await idAtBank(world, id)
    await atBank(world.api).pay(`http://api.test/sandbox-bank/pay/${bankId}`)
    return { id, bankId }
  }
  const known = async (id: string) => {
    const { db } = world.database
    const { status, state, paid_at, decline_reason, receipt_status, next_check_at } = await recordOf(
      world,
      id,
    )
    const entries = await db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('payment_id', '=', id)
      .execute()
    const letters = await db
      .selectFrom('outbox')
      .select('id')
      .where('text', 'like', `%payment=${id}%`)
      .execute()
    return {
      ...{ status, state, paid_at, decline_reason, receipt_status, next_check_at },
      ...{ entries, letters: letters.length, charged: await charged(world, id) },
    }
  }

  /** The sums by day of the account, which the totals of the history come from, by status. */
  const sums = async () => {
    const { db } = world.database
    const kept = await db
      .selectFrom('payment_daily_sums')
      .select((eb) => ['status', eb.fn.sum('count').as('count'), eb.fn.sum('amount').as('amount')])
      .where('account', '=', account)
      .groupBy('status')
      .execute()
    return Object.fromEntries(
      kept
        .map(
          ({ status, count, amount }) => [status, { count: Number(count), amount: Number(amount) }] as const,
        )
        .filter(([, { count, amount }]) => count !== 0 || amount !== 0),
    )
  }

  it.each([
    ['a payment that was made', '5555555555554444', 'succeeded', 1],
    ['a payment that was declined', '5555555555554600', 'canceled', 0],
  ])('have the same result in any order: %s', async (_what, card, status, effects) => {
    const ends = new Set<string>()
    const other = await beginPayment()
    const items = [0, 1, 2, 3, 4]
    // The second and the third webhook are the same.
    const orders = isLongRun
      ? permutations(items).filter((order) => order.indexOf(1) < order.indexOf(2))
      : rotations(items)
    for (const order of orders) {
      await world.database.db.deleteFrom('outbox').execute()
      const { id, page, bankId } = await beginPayment()
      world.pass(2 * SECOND)
      await atBank(world.api).pay(page, card)
      const five = [
        webhook('waiting_for_capture', bankId, id),
        webhook('succeeded', bankId, id),
        webhook('succeeded', bankId, id),
        webhook('canceled', bankId, id),
        webhook('succeeded', other.bankId, id),
      ]
      for (const index of order) {
        world.pass(SECOND)
        expect((await send(five[index])).status).toBe(200)
      }
      const end = await known(id)
      expect(end).toMatchObject({ status, letters: effects })
      expect(end.entries).toHaveLength(effects)
      const { paid_at, next_check_at, ...compared } = end
      ends.add(JSON.stringify({ ...compared, paid: paid_at !== null, checked: next_check_at !== null }))
    }
    expect(await known(other.id)).toMatchObject({ status: 'pending', entries: [] })
    expect(ends.size).toBe(1)
    expect(await sums()).toEqual({
      pending: { count: 1, amount: 260_091 },
      [status]: { count: orders.length, amount: orders.length * 260_091 },
    })
  })

  it('have one effect when repeated, and cause one call to the gateway', async () => {
    const { id, page, bankId } = await beginPayment()
    world.pass(2 * SECOND)
    await atBank(world.api).pay(page)
    gateway.reset()
    for (let round = 0; round < times(2, 10); round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => send(webhook('succeeded', bankId, id))),
      )
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    expect(gateway.counts().questions).toBe(1)
    expect(await known(id)).toMatchObject({ entries: [{ amount: -260_091 }], letters: 1 })
    expect(await balance(world, account)).toBe(-260_091)
    expect(await sums()).toEqual({ succeeded: { count: 1, amount: 260_091 } })
  })

  it('have one effect together with the payer’s return in another process', async () => {
    const second = await startReplica(world, { clockOffsetMs: 700 })
    const rounds = times(4, 10)
    for (let round = 0; round < rounds; round += 1) {
      const { id, page, bankId } = await beginPayment()
      world.pass(3 * SECOND)
      await atBank(world.api).pay(page)
      await Promise.all([
        send(webhook('succeeded', bankId, id)),
        send(webhook('succeeded', bankId, id), {}, second),
        world.browser().get(`/api/v1/pay/${id}`),
        world.browserOf(second).get(`/api/v1/pay/${id}`),
      ])
      expect(await known(id)).toMatchObject({
        status: 'succeeded',
        entries: [{ amount: -260_091 }],
        letters: 1,
      })
    }
    await second.stop()
    expect(await balance(world, account)).toBe(-rounds * 260_091)
    expect(await sums()).toEqual({ succeeded: { count: rounds, amount: rounds * 260_091 } })
  })

  it('and polling, repeated in every order, settle a payment once', async () => {
    const { id, page, bankId } = await beginPayment()
    world.pass(3 * SECOND)
    await atBank(world.api).pay(page)
    // The time at the bank, not the time of the webhook.
    const before = {
      paid_at: world.now().toISOString(),
      entries: [{ amount: -260_091 }],
      letters: 1,
      charged: [260_091],
    }
    world.pass(5 * SECOND)
    for (const event of ['succeeded', 'waiting_for_capture', 'canceled', 'succeeded']) {
      await send(webhook(event, bankId, id))
      world.pass(MINUTE)
      await world.browser().get(`/api/v1/pay/${id}`)
      await runJobs(world.wired)
      expect(await known(id)).toMatchObject(before)
      expect(await sums()).toEqual({ succeeded: { count: 1, amount: 260_091 } })
    }
    expect(await balance(world, account)).toBe(-260_091)
  })

  it('of a cancellation are not read again from the gateway when they are repeated', async () => {
    const { id, page, bankId } = await beginPayment()
    world.pass(2 * SECOND)
    await atBank(world.api).pay(page, '5555555555554600')
    await send(webhook('canceled', bankId, id))
    gateway.reset()
    for (let repeat = 0; repeat < 3; repeat += 1) {
      world.pass(MINUTE)
      expect((await send(webhook('canceled', bankId, id))).status).toBe(200)
    }
    expect(gateway.counts().questions).toBe(0)
    expect(await known(id)).toMatchObject({ status: 'canceled' })
  })

  it('about a payment whose creation had no answer are sent again until the gateway was asked', async () => {
    gateway.next('answer-lost')
    const { id, bankId } = await paidWithoutAnswer()
    // It was polled a moment ago, and the gateway's list does not have it either.
    gateway.cutList(true)
    expect((await send(webhook('succeeded', bankId, id))).status).toBe(503)
    expect(await known(id)).toMatchObject({ status: 'pending' })
    world.pass(2 * SECOND)
    expect((await send(webhook('succeeded', bankId, id))).status).toBe(200)
    expect(await known(id)).toMatchObject({ status: 'succeeded' })
    expect(await balance(world, account)).toBe(-260_091)
  })

  describe('about a payment whose creation was refused, and which its payer has paid', () => {
    const refused = async () => {
      gateway.next('refused-though-made')
      const paid = await paidWithoutAnswer()
      expect(await known(paid.id)).toMatchObject({ status: 'canceled', next_check_at: null })
      return paid
    }

    it('credit it', async () => {
      const { id, bankId } = await refused()
      world.pass(2 * SECOND)
      expect((await send(webhook('succeeded', bankId, id))).status).toBe(200)
      expect(await known(id)).toMatchObject({ status: 'succeeded', entries: [{ amount: -260_091 }] })
    })

    it('are to be sent again while the gateway can not be asked: only they have its id', async () => {
      const { id, bankId } = await refused()
      world.pass(2 * SECOND)
      gateway.cut(true)
      expect((await send(webhook('succeeded', bankId, id))).status).toBe(503)
      expect(world.logged).toContainEqual(
        expect.objectContaining({ gateway: 'sandbox', status: 503, reason: 'busy' }),
      )
      gateway.cut(false)
      world.pass(MINUTE)
      expect((await send(webhook('succeeded', bankId, id))).status).toBe(200)
      expect(await known(id)).toMatchObject({ status: 'succeeded', entries: [{ amount: -260_091 }] })
    })
  })

  describe('that are forged', () => {
    it('do not settle a payment that the gateway has not received', async () => {
      const { id, bankId } = await beginPayment()
      world.pass(2 * SECOND)
      const forged = webhook('succeeded', bankId, id)
      expect(
        (await send({ ...forged, object: { ...forged.object, status: 'succeeded', paid: true } })).status,
      ).toBe(200)
      expect(await known(id)).toMatchObject({ status: 'pending', entries: [] })
      world.pass(2 * SECOND)
      expect((await send(webhook('canceled', bankId, id))).status).toBe(200)
      expect(await known(id)).toMatchObject({ status: 'pending' })
    })

    it('do not hide the true one of a payment that was canceled by its age', async () => {
      const { id, bankId } = await beginPayment()
      gateway.answerNotFound()
      world.pass(26 * 60 * MINUTE)
      await runJobs(world.wired)
      expect(await known(id)).toMatchObject({ status: 'canceled' })
      gateway.changePayments({ status: 'pending', declineReason: null })
      world.pass(MINUTE)
      await send(webhook('succeeded', bankId, id))
      expect(await known(id)).toMatchObject({ status: 'canceled', entries: [] })

      gateway.changePayments({ status: 'succeeded', declineReason: null })
      world.pass(MINUTE)
      await send(webhook('succeeded', bankId, id))
      expect(await known(id)).toMatchObject({ status: 'succeeded', entries: [{ amount: -260_091 }] })
    })

    it('do not settle one payment with the money of another', async () => {
      const mine = await beginPayment()
      const otherAccount = await addToRegister(world.database.db)
      const paid = await beginPayment({ account: otherAccount })
      await atBank(world.api).pay(paid.page)
      gateway.next('answer-lost')
      await payAsGuest(world.browser(), account)
      world.pass(2 * SECOND)
      await send(webhook('succeeded', paid.bankId, await newestOf(world, account)))
      await send(webhook('succeeded', paid.bankId, mine.id))
      expect(await balance(world, account)).toBe(0)
      expect(await known(mine.id)).toMatchObject({ status: 'pending' })
    })

    it('about unknown payments cause no call to the gateway', async () => {
      await send(webhook('succeeded', 'of nobody', 'of nobody'))
      await send(webhook('succeeded', '../../payments', undefined))
      expect(gateway.counts().questions).toBe(0)
    })

    it('are rejected when they are invalid', async () => {
      expect((await send('notification')).status).toBe(400)
      expect((await send({ type: 'notification', event: 'payment.succeeded' })).status).toBe(400)
      expect((await send({}, { body: '{' })).status).toBe(400)
      expect((await send({}, { body: `"${'x'.repeat(70_000)}"` })).status).toBe(413)
      expect((await send({}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    })

    it('leave a line in the log that says why, each', async () => {
      world.logged.length = 0
      await send('notification')
      await send({}, { body: '{' })
      expect(world.logged).toMatchObject([
        {
          gateway: 'sandbox',
          status: 400,
          reason: 'unreadable',
          message: expect.stringMatching(/not taken/),
        },
        { gateway: 'sandbox', status: 400, message: expect.stringMatching(/body can not be read/) },
      ])
    })
  })

  it('are answered at once and processed later while the gateway is unavailable', async () => {
    const { id, page, bankId } = await beginPayment()
    world.pass(2 * SECOND)
    await atBank(world.api).pay(page)
    gateway.cut(true)
    expect((await send(webhook('succeeded', bankId, id))).status).toBe(200)
    expect(await known(id)).toMatchObject({ status: 'pending' })
    gateway.cut(false)
    world.pass(2 * SECOND)
    expect((await send(webhook('succeeded', bankId, id))).status).toBe(200)
    expect(await known(id)).toMatchObject({ status: 'succeeded' })
  })
})
