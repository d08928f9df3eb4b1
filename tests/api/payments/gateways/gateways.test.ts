import { type Database, openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { gatewayList } from 'api/payments/gateways/gateway-list'
import type { GatewayDeps, GatewayModule } from 'api/payments/gateways/gateway-module'
import { createSandboxBank, webhookBody } from 'api/payments/gateways/sandbox/sandbox-bank'
import { findTestCard } from 'api/payments/gateways/sandbox/test-cards'
import { reconcile } from 'api/payments/reconciliation/reconcile'
import { DAY, HOUR } from 'format/durations'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { databases, describeOnEachDatabase, freshDatabase } from '../../../support/databases'
import { type ApiWorld, openApiWorld } from '../../support/api-world'
import { bankTransfer } from '../../support/bank-transfer'
import { openTransferBank, type TransferBank } from '../../support/bank-transfer/transfer-bank'
import { addToRegister } from '../../support/billing-register'
import { startFakeYookassa } from '../../support/fake-yookassa'
import { describeGateway, type GatewayUnderTest } from '../../support/gateway-conformance'
import { balance, payAsGuest, paymentOf, runJobs } from '../../support/payments-world'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The gateway as the server opens it, through its module. */
const openGateway = (
  module: GatewayModule,
  env: Record<string, string>,
  deps: Pick<GatewayDeps, 'database' | 'clock'>,
) => {
  const configured = module.configure(env, { isCurrent: true, trustProxy: 0 })
  if (!configured) throw new Error(`${module.name} is not configured`)
  const site = {
    apiPublicUrl: 'https://api.example',
    publicUrl: 'https://portal.example',
    timeZone: 'Europe/Moscow',
  }
  return configured.open({ ...deps, site, log: silent, wakeJobs() {} }).gateway
}

const listed = (name: string): GatewayModule => {
  const found = gatewayList.find((module) => module.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}

const movingClock = () => {
  let now = new Date('2026-03-02T09:00:00.000Z')
  return {
    now: () => now,
    pass(ms: number) {
      now = new Date(now.getTime() + ms)
    },
  }
}

/** A database that can be cut off. */
const cuttable = (database: Database): { database: Database; cut(wanted: boolean): void } => {
  let isCut = false
  const reached = () => {
    if (isCut) throw new Error('The database is cut off')
  }
  const db = new Proxy(database.db, {
    get(target, name) {
      reached()
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    database: {
      ...database,
      db,
      async transaction(work, isolation) {
        reached()
        return database.transaction(work, isolation)
      },
    },
    cut(wanted: boolean) {
      isCut = wanted
    },
  }
}

for (const kind of databases) {
  describeGateway(`sandbox on ${kind}`, async (): Promise<GatewayUnderTest> => {
    const fresh = await freshDatabase(kind)
    const opened = await openDatabase(fresh)
    await migrate(opened)
    const { database, cut } = cuttable(opened)
    const { now, pass } = movingClock()
    const bank = createSandboxBank({ database: opened, clock: now }, () => {})
    const payBy = async (id: string, number: string) => {
      const card = findTestCard(number)
      if (!card) throw new Error('There is no such test card')
      await bank.payBy(id, {
        card,
        expires: '2030-12',
        scenario: { webhooks: 'usual', breaks: false, later: 'paid' },
      })
    }
    return {
      gateway: openGateway(listed('sandbox'), {}, { database, clock: now }),
      now,
      pass,
      pay: (id) => payBy(id, '5555555555554444'),
      async decline(id) {
        await payBy(id, '5555555555554600')
        return 'insufficient_funds'
      },
      expire: async () => pass(2 * HOUR),
      cut,
      async webhookOf(id) {
        const payment = await bank.find(id)
        return payment && webhookBody('payment.succeeded', payment)
      },
      async close() {
        await opened.close()
        await fresh.drop()
      },
    }
  })
}

describeGateway('yookassa', async (): Promise<GatewayUnderTest> => {
  const fake = await startFakeYookassa()
  const fresh = await freshDatabase('sqlite')
  const database = await openDatabase(fresh)
  const { now, pass } = movingClock()
  fake.setClock(now)
  return {
    gateway: openGateway(listed('yookassa'), fake.settings, { database, clock: now }),
    now,
    pass,
    pay: async (id) => fake.pay(id),
    async decline(id) {
      fake.cancel(id, 'canceled_by_merchant')
      return 'canceled_by_company'
    },
    expire: async (id) => fake.cancel(id, 'expired_on_confirmation'),
    cut: (isCut) => fake.fail(...(isCut ? Array.from({ length: 6 }, () => ({ cuts: true }) as const) : [])),
    webhookOf: async (id, paymentId) => ({
      type: 'notification',
      event: 'payment.succeeded',
      object: { id, status: 'succeeded', metadata: { payment: paymentId } },
    }),
    async close() {
      await fake.close()
      await database.close()
      await fresh.drop()
    },
  }
})

describeGateway('of bank transfers', async (): Promise<GatewayUnderTest> => {
  const fresh = await freshDatabase('sqlite')
  const database = await openDatabase(fresh)
  const { now, pass } = movingClock()
  const bank = openTransferBank(now)
  return {
    gateway: openGateway(bankTransfer(bank), {}, { database, clock: now }),
    now,
    pass,
    pay: async (id) => bank.receive(id),
    async decline(id) {
      bank.return(id, 'returned_by_bank')
      return 'general_decline'
    },
    expire: async () => pass(4 * DAY),
    cut: bank.cut,
    webhookOf: async () => null,
    async close() {
      await database.close()
      await fresh.drop()
    },
  }
})

test('no two gateways have the same name', () => {
  const names = gatewayList.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describeOnEachDatabase('a third gateway, for bank transfers', (kind) => {
  let world: ApiWorld
  let bank: TransferBank
  let account: string

  beforeAll(async () => {
    bank = openTransferBank(() => world.now())
    const gateways = [...gatewayList, bankTransfer(bank)]
    world = await openApiWorld(kind, { env: { PAYMENT_GATEWAY: 'transfer' }, gateways })
    account = await addToRegister(world.database.db)
  })
  afterAll(() => world.close())

  const begin = async () => {
    const payment = paymentOf(await payAsGuest(world.browser(), account, { amount: 50_000 }))
    const id = payment.confirmationUrl?.split('/').at(-1) ?? ''
    return { payment, id }
  }
  const statusOf = async (id: string) => paymentOf(await world.browser().get(`/api/v1/pay/${id}`))

  it('handles a payment from its beginning to the receipt, and agrees with the bank afterwards', async () => {
    const before = await balance(world, account)
    const { payment, id } = await begin()
    expect(payment).toMatchObject({ status: 'pending' })
    world.pass(HOUR)
    await runJobs(world.wired)
    expect(await statusOf(payment.id)).toMatchObject({ status: 'pending' })
    bank.receive(id)
    world.pass(DAY)
    await runJobs(world.wired)
    expect(await statusOf(payment.id)).toMatchObject({
      status: 'succeeded',
      method: { kind: 'other', title: 'Перевод' },
      cancelReason: null,
    })
    expect(await balance(world, account)).toBe(before - 50_000)
    expect(await world.letters()).toMatchObject([{ kind: 'payment-receipt' }])
    const { reconciliation } = world.wired
    const compared = await reconcile(reconciliation, reconciliation.gateways.current, {
      from: new Date(world.now().getTime() - 3 * 24 * 3_600_000),
      day: null,
    })
    expect(compared).toMatchObject({ payments: 1, differences: [] })
  })

  it('gives our reason for a returned transfer, never the bank’s code', async () => {
    const { payment, id } = await begin()
    bank.return(id, 'returned_by_bank')
    world.pass(DAY)
    await runJobs(world.wired)
    expect(await statusOf(payment.id)).toMatchObject({ status: 'canceled', cancelReason: 'general_decline' })
  })

  it('finds a transfer with a lost answer in the bank statement', async () => {
    const { wired } = world
    const { announce } = bank
    bank.announce = (key, body) => {
      announce(key, body)
      throw new Error('The answer is lost')
    }
    const refused = await payAsGuest(world.browser(), account, { amount: 70_000 })
    bank.announce = announce
    expect(refused.status).toBe(503)
    const day = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z', cursor: null }
    const lost = bank.statement(day).items.find(({ amount }) => amount === 70_000)
    bank.receive(lost?.id ?? '')
    world.pass(HOUR)
    await runJobs(wired)
    world.pass(DAY)
    await runJobs(wired)
    expect(await statusOf(lost?.paymentId ?? '')).toMatchObject({ status: 'succeeded' })
  })
})
