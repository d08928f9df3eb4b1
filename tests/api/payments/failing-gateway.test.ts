import { yookassa } from 'api/payments/gateways/yookassa'
import { reconcile } from 'api/payments/reconciliation/reconcile'
import { toKopecks } from 'contract/money'
import type { Payment } from 'contract/payments'
import { MINUTE } from 'format/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseKind, databases } from '../../support/databases'
import { type FaultProxy, networkFaults, startFaultProxy } from '../../support/fault-proxy'
import { combinationsOf, product } from '../../support/pairwise'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { type FakeYookassa, startFakeYookassa } from '../support/fake-yookassa'
import { gatewayLimitMs, impatientYookassa } from '../support/impatient-yookassa'
import { balance, newKey, payAsCustomer, payAsGuest, paymentOf, runJobs } from '../support/payments-world'

/** Additional time on a busy machine. */
const slackMs = 2_000
const amount = 260_091

const cases = combinationsOf(product({ fault: networkFaults, firstBytes: [20, 220], kind: databases }))

interface Setting {
  bank: FakeYookassa
  proxy: FaultProxy
  world: ApiWorld
}

const closeSetting = async ({ bank, proxy, world }: Setting) => {
  await world.close()
  await proxy.close()
  await bank.close()
}

const openSetting = async (kind: DatabaseKind, gateways = [impatientYookassa]): Promise<Setting> => {
  const bank = await startFakeYookassa()
  const proxy = await startFaultProxy(new URL(bank.url))
  const settings = { ...bank.settings, YOOKASSA_API_URL: proxy.url }
  const world = await openApiWorld(kind, { env: settings, gateways })
  bank.setClock(world.now)
  return { bank, proxy, world }
}

describe('payments over a bad network to the gateway', () => {
  const settings = new Map<DatabaseKind, Setting>()
  beforeAll(async () => {
    for (const kind of databases) settings.set(kind, await openSetting(kind))
  })
  afterAll(async () => {
    for (const setting of settings.values()) await closeSetting(setting)
  })

  const bankIdOf = ({ confirmationUrl }: Payment) =>
    new URL(confirmationUrl ?? '').searchParams.get('orderId') ?? ''

  const sendWebhook = async ({ bank, world }: Setting, id: string) => {
    const object = { id, metadata: bank.payments.get(id)?.metadata }
    const body = { type: 'notification', event: 'payment.succeeded', object }
    return (await world.browser().post('/webhooks/yookassa', body)).status
  }

  const later = async (world: ApiWorld) => {
    world.pass(MINUTE)
    await runJobs(world.wired)
  }

  it.each(cases)(
    'that is $fault after $firstBytes bytes are made once each, on $kind',
    async ({ fault, firstBytes, kind }) => {
      const setting = settings.get(kind)
      if (!setting) throw new Error('There is no such database')
      const { bank, proxy, world } = setting
      world.pass(5 * 24 * 60 * MINUTE)
      const account = await addToRegister(world.database.db)
      const { browser } = await customerWith(world, account)
      const begin = async () =>
        paymentOf(await payAsCustomer(browser, account, { saveMethod: true, payAnew: true }))

      // One that gave a card and is refunded, and one that is paid while the network is bad.
      const first = await begin()
      bank.pay(bankIdOf(first))
      await later(world)
      const { body } = await browser.get('/api/v1/personal/payment-methods/')
      const paymentMethod = String(Object(body).data[0].id)
      const second = await begin()
      bank.pay(bankIdOf(second))
      world.pass(MINUTE)

      await proxy.break(fault, firstBytes)
      const [guestKey, startedAt] = [newKey(), performance.now()]
      const answers = Promise.all([
        payAsGuest(world.browser(), account, { key: guestKey }),
        payAsCustomer(browser, account, { paymentMethod, payAnew: true }),
        sendWebhook(setting, bankIdOf(second)),
        browser.get(`/api/v1/personal/pay/${second.id}`),
        world.wired.refunds.request({ paymentId: first.id, amount: toKopecks(100) }),
      ])
      const [guest, byCard, webhook, state, refund] = await answers
      expect(performance.now() - startedAt).toBeLessThan(gatewayLimitMs + slackMs)
      const charge = paymentOf(byCard)
      expect(webhook).toBe(200)
      expect(state.status).toBe(200)
      // New connections work while the open ones are dead: it is random which calls use a dead one.
      if (fault !== 'abandoned') {
        expect(guest.status).toBe(503)
        expect(guest.text).toContain('Деньги не списаны')
        expect(charge.status).toBe('pending')
        expect(refund.state).toBe('under way')
        expect(await balance(world, account)).toBe(-amount)
      }

      await proxy.mend()
      await later(world)
      await later(world)
      const third = paymentOf(await payAsGuest(world.browser(), account, { key: guestKey }))
      bank.pay(bankIdOf(third))
      await sendWebhook(setting, bankIdOf(third))
      await later(world)

      const made = [first.id, second.id, charge.id, third.id]
      const charged = bank.charges.map(({ metadata }) => Object(metadata).payment)
      expect(charged.filter((id) => made.includes(id)).sort()).toEqual(made.sort())
      expect(await balance(world, account)).toBe(-4 * amount + 100)
      expect(
        [...bank.refunds.values()].filter(({ payment_id }) => payment_id === bankIdOf(first)),
      ).toHaveLength(1)
      const compared = await reconcile(world.wired.reconciliation, world.wired.payments.gateway, {
        from: new Date(world.now().getTime() - 24 * 3_600_000),
        day: null,
      })
      expect(compared).toMatchObject({ payments: 4, refunds: 1, differences: [] })
    },
  )

  it('that is frozen keep no page waiting that does not ask the gateway', async () => {
    const setting = await openSetting('sqlite', [yookassa])
    const { proxy, world } = setting
    const account = await addToRegister(world.database.db)
    const { browser } = await customerWith(world, account)
    await proxy.break('frozen')
    let isAnswered = false
    const paying = payAsGuest(world.browser(), account).then((answer) => {
      isAnswered = true
      return answer
    })
    for (const path of [`history/${account}`, '', 'payment-methods/', 'autopayments/'])
      for (let visit = 0; visit < 5; visit++)
        expect((await browser.get(`/api/v1/personal/${path}`)).status).toBe(200)
    expect(isAnswered).toBe(false)
    await proxy.mend()
    paymentOf(await paying)
    await closeSetting(setting)
  })
})
