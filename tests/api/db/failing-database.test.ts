import type { Payment } from 'contract/payments'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeOn } from '../../support/databases'
import { type FaultProxy, networkFaults, startFaultProxy } from '../../support/fault-proxy'
import { isLongRun } from '../../support/long-run'
import { type Answer, type ApiWorld, login, openApiWorld } from '../support/api-world'
import { addToRegister } from '../support/billing-register'
import { type FakeYookassa, startFakeYookassa } from '../support/fake-yookassa'
import { impatientYookassa } from '../support/impatient-yookassa'
import { balance, newKey, payAsGuest, paymentOf, runJobs } from '../support/payments-world'

vi.setConfig({ testTimeout: 60_000 })

const timeoutMs = 400
/** Connecting has the same limit as a query; the rest is for a busy machine. */
const inTimeMs = 2 * timeoutMs + 3_000
const recoveryMs = 10_000
const amount = 260_091
const MINUTE = 60_000

/** Bytes of answers, so that a connection is cut in its greeting, between any two queries, and after a commit. */
const cuts = isLongRun
  ? Array.from({ length: 160 }, (_, index) => 20 + index * 40)
  : [20, 700, 1_300, 2_100, 3_100, 4_300]

describeOn('postgres', 'the API over a bad network to PostgreSQL', () => {
  let bank: FakeYookassa
  let longestMs = 0

  beforeAll(async () => {
    bank = await startFakeYookassa()
    // The first call loads Node's fetch, for which a busy machine may take longer than the impatient gateway waits.
    await fetch(bank.settings.YOOKASSA_API_URL ?? '')
  })
  afterAll(async () => {
    console.info(`the API was usable again within ${Math.ceil(longestMs)} ms`)
    await bank.close()
  })

  const openWorld = async () => {
    let proxy: FaultProxy | undefined
    const world = await openApiWorld('postgres', {
      env: bank.settings,
      gateways: [impatientYookassa],
      connection: async (fresh) => {
        proxy = await startFaultProxy(new URL(fresh.databaseUrl ?? ''))
        return { ...fresh, databaseUrl: proxy.url, databaseTimeoutMs: timeoutMs }
      },
    })
    if (!proxy) throw new Error('There is no proxy')
    return { world, proxy }
  }

  const bankIdOf = ({ confirmationUrl }: Payment) =>
    new URL(confirmationUrl ?? '').searchParams.get('orderId') ?? ''

  const sendWebhook = async (world: ApiWorld, id: string) =>
    world.browser().post('/webhooks/yookassa', {
      type: 'notification',
      event: 'payment.succeeded',
      object: { id },
    })

  /** Asked at once, so that several connections are used. */
  const askAll = (world: ApiWorld, paid: Payment, key: string, account: string) =>
    Promise.all([
      timed(payAsGuest(world.browser(), account, { key })),
      timed(sendWebhook(world, bankIdOf(paid))),
      timed(world.browser().get(`/api/v1/pay/${paid.id}`)),
      timed(login(world.browser(), 'nobody@mail.example')),
    ])

  /** Waits until all of the four work again. */
  const usableAgain = async (world: ApiWorld, paid: Payment, account: string) => {
    const begun = performance.now()
    const isUsable = async () =>
      (await askAll(world, paid, newKey(), account)).every(({ status }) => status < 500)
    while (!(await isUsable())) expect(performance.now() - begun).toBeLessThan(recoveryMs)
    longestMs = Math.max(longestMs, performance.now() - begun)
  }

  describe.each(networkFaults)('that is %s', (fault) => {
    let world: ApiWorld
    let proxy: FaultProxy
    beforeAll(async () => {
      ;({ world, proxy } = await openWorld())
    })
    afterAll(async () => {
      await world.close()
      await proxy.close()
    })

    it('answers 503 in time, is usable soon after, and has every payment once', async () => {
      const account = await addToRegister(world.database.db)
      const another = await addToRegister(world.database.db)
      const paid = paymentOf(await payAsGuest(world.browser(), account))
      bank.pay(bankIdOf(paid))
      world.pass(MINUTE)
      // Leaves several open connections behind.
      await Promise.all(Array.from({ length: 8 }, () => world.browser().get('/api/v1/pay/unknown')))

      const key = newKey()
      await proxy.break(fault)
      for (const { status, ms } of await askAll(world, paid, key, account)) {
        expect(status).toBe(503)
        expect(ms).toBeLessThan(inTimeMs)
      }
      await proxy.mend()
      await usableAgain(world, paid, another)

      world.pass(MINUTE)
      await runJobs(world.wired)
      const second = paymentOf(await payAsGuest(world.browser(), account, { key }))
      bank.pay(bankIdOf(second))
      world.pass(MINUTE)
      await sendWebhook(world, bankIdOf(second))
      expect(await balance(world, account)).toBe(-2 * amount)
    })
  })

  describe('that is cut at any moment', () => {
    let world: ApiWorld
    let proxy: FaultProxy
    beforeAll(async () => {
      ;({ world, proxy } = await openWorld())
    })
    afterAll(async () => {
      await world.close()
      await proxy.close()
    })

    it.each(cuts)('after %i bytes leaves no payment half done', async (firstBytes) => {
      const account = await addToRegister(world.database.db)
      const paid = paymentOf(await payAsGuest(world.browser(), account))
      bank.pay(bankIdOf(paid))
      world.pass(MINUTE)
      const key = newKey()
      await proxy.break('cut', firstBytes)
      const webhook = await timed(sendWebhook(world, bankIdOf(paid)))
      const begun = await timed(payAsGuest(world.browser(), account, { key }))
      for (const { status, ms } of [webhook, begun]) {
        expect([200, 201, 503]).toContain(status)
        expect(ms).toBeLessThan(inTimeMs)
      }
      await proxy.mend()
      await vi.waitFor(async () => expect((await sendWebhook(world, bankIdOf(paid))).status).toBe(200), {
        timeout: 20_000,
      })

      world.pass(MINUTE)
      await runJobs(world.wired)
      const second = paymentOf(await payAsGuest(world.browser(), account, { key }))
      expect(bank.created.filter(({ metadata }) => metadata.account === account)).toHaveLength(2)
      bank.pay(bankIdOf(second))
      world.pass(MINUTE)
      await sendWebhook(world, bankIdOf(second))
      expect(await balance(world, account)).toBe(-2 * amount)
    })
  })
})

const timed = async (answer: Promise<Answer>) => {
  const begun = performance.now()
  const { status } = await answer
  return { status, ms: performance.now() - begun }
}
