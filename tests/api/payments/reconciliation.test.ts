import type { PaymentGateway } from 'api/payments/gateways/payment-gateway'
import { reconciliationStep } from 'api/payments/reconciliation/reconcile'
import { DAY, HOUR, MINUTE, SECOND } from 'format/durations'
import { ConfigError } from 'process/settings'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { addToRegister } from '../support/billing-register'
import { startFakeYookassa } from '../support/fake-yookassa'
import { readingOperatorOf } from '../support/operator'
import { newestOf, recordOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  newKey,
  payAsGuest,
  paymentOf,
  runJobs,
} from '../support/payments-world'
import { paidBy, refundAtBank, refundsAtBank } from '../support/refunds-world'

const reportOf = (world: ApiWorld) => {
  const { db } = world.database
  return {
    runs: () =>
      db
        .selectFrom('reconciliation_runs')
        .select([
          'gateway',
          'day',
          'finished_at',
          'fencing_token',
          'payments',
          'refunds',
          'differences',
          'mended',
        ])
        .orderBy('gateway')
        .orderBy('started_at')
        .execute(),
    differences: () =>
      db
        .selectFrom('reconciliation_differences')
        .select(['kind', 'gateway_id', 'payment_id', 'ours', 'theirs', 'mended'])
        .orderBy('kind')
        .execute(),
    empty: async () => {
      await db.deleteFrom('reconciliation_differences').execute()
      await db.deleteFrom('reconciliation_runs').execute()
    },
    logged: (message: string) =>
      world.logged.filter((line) => 'message' in line && line.message === `reconciliation: ${message}`),
  }
}

/** A stored difference: our payment, the id at the gateway, and what each side has. */
const difference = (
  kind: string,
  [payment_id, gateway_id]: readonly [string | null, string],
  [ours, theirs]: readonly [string | null, string | null],
  mended = 0,
) => ({ kind, gateway_id, payment_id, ours, theirs, mended })

const dailyStep = (world: Pick<ApiWorld, 'wired' | 'config'>) => {
  const step = reconciliationStep(world.wired.reconciliation, world.config.timeZone)
  return () => step.run(() => {})
}

describeOnEachDatabase('the daily reconciliation with YooKassa', (kind) => {
  const fake = openForTests(startFakeYookassa)
  const world = openForTests(() => openApiWorld(kind, { env: fake.settings }))
  let report: ReturnType<typeof reportOf>
  let account: string

  beforeAll(async () => {
    fake.setClock(world.now)
    report = reportOf(world)
  })
  beforeEach(async () => {
    // Earlier tests' payments are outside of the compared days; the day does not end during a test.
    const later = new Date(world.now().getTime() + 40 * DAY).toISOString()
    world.pass(new Date(`${later.slice(0, 10)}T06:00:00.000Z`).getTime() - world.now().getTime())
    fake.fail()
    await report.empty()
    account = await addToRegister(world.database.db)
    world.logged.length = 0
    fake.requests.length = 0
  })

  const beginPayment = async (of = account) => {
    const payment = paymentOf(await payAsGuest(world.browser(), of))
    const bankId = new URL(bankPageOf(payment)).searchParams.get('orderId') ?? ''
    return { id: payment.id, bankId }
  }
  const statusOf = async (id: string) => paymentOf(await world.browser().get(`/api/v1/pay/${id}`))
  const paid = async () => {
    const payment = await beginPayment()
    fake.pay(payment.bankId)
    world.pass(3 * SECOND)
    expect(await statusOf(payment.id)).toMatchObject({ status: 'succeeded' })
    return payment
  }
  /** A payment that was canceled by its age while the gateway did not know it. */
  const canceledHere = async () => {
    const payment = await beginPayment()
    const known = fake.payments.get(payment.bankId)
    fake.payments.delete(payment.bankId)
    world.pass(26 * HOUR)
    await runJobs(world.wired)
    if (known) fake.payments.set(payment.bankId, known)
    return payment
  }
  const reconcile = async () => {
    world.pass(2 * HOUR)
    await dailyStep(world)()
  }
  /** Starts a daily run, with YooKassa only, that waits with the gateway's list until it is released. */
  const heldRun = () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { reconciliation } = world.wired
    const { gateways } = reconciliation
    const { current } = gateways
    const slow: PaymentGateway = {
      ...current,
      async listPayments(query) {
        const page = await current.listPayments(query)
        await held
        return page
      },
    }
    const step = reconciliationStep(
      { ...reconciliation, gateways: { ...gateways, all: [slow] } },
      world.config.timeZone,
    )
    return { ended: step.run(() => {}), release: () => release() }
  }
  const listings = () => fake.requests.filter(({ path }) => path.includes('?created_at')).length

  it('reports nothing where both sides agree', async () => {
    const { bankId } = await paid()
    fake.refundInOffice(bankId, '100.00')
    await reconcile()
    await report.empty()
    world.pass(DAY)
    await dailyStep(world)()
    expect(await report.differences()).toEqual([])
    expect(await report.runs()).toMatchObject([
      { gateway: 'sandbox', payments: 0, differences: 0 },
      { gateway: 'yookassa', payments: 1, refunds: 1, differences: 0, finished_at: expect.any(String) },
    ])
  })

  it.each(['pending', 'canceled'] as const)(
    'credits a payment that is %s here and succeeded at the gateway, once',
    async (ours) => {
      const { id, bankId } = ours === 'pending' ? await beginPayment() : await canceledHere()
      fake.pay(bankId)
      expect(await recordOf(world, id)).toMatchObject({ status: ours })
      await reconcile()
      expect(await balance(world, account)).toBe(-260_091)
      expect(await statusOf(id)).toMatchObject({ status: 'succeeded' })
      expect(await report.differences()).toEqual([
        difference('state_differs', [id, bankId], [ours, 'succeeded'], 1),
      ])
      expect(report.logged('a difference was mended')).toHaveLength(1)
      await report.empty()
      await reconcile()
      expect(await report.differences()).toEqual([])
      expect(await balance(world, account)).toBe(-260_091)
    },
  )

  it('credits a payment whose creation had no answer and which was canceled', async () => {
    fake.fail({ status: 500, effect: true })
    const sent = fake.payments.size
    await payAsGuest(world.browser(), account)
    expect(fake.payments.size).toBe(sent + 1)
    const { db } = world.database
    const id = await newestOf(world, account)
    const canceled = { state: 'canceled', next_check_at: null } as const
    await db.updateTable('payment_intents').set(canceled).where('payment_id', '=', id).execute()
    await db.updateTable('payments').set({ status: 'canceled' }).where('id', '=', id).execute()
    const bankId = [...fake.payments.keys()].at(-1) ?? ''
    fake.pay(bankId)
    await reconcile()
    expect(await balance(world, account)).toBe(-260_091)
    expect(await report.differences()).toMatchObject([
      { kind: 'state_differs', gateway_id: bankId, payment_id: id, mended: 1 },
    ])
  })

  it('reports a payment that succeeded here and was canceled there, and leaves it as it is', async () => {
    const { id, bankId } = await paid()
    fake.cancel(bankId, 'general_decline')
    await reconcile()
    expect(await report.differences()).toEqual([
      difference('state_differs', [id, bankId], ['succeeded', 'canceled']),
    ])
    expect(await balance(world, account)).toBe(-260_091)
    expect(report.logged('a difference')).toHaveLength(1)
  })

  it('reports another amount, and credits nothing', async () => {
    const { id, bankId } = await beginPayment()
    fake.change(bankId, { amount: { value: '2600.90', currency: 'RUB' } })
    fake.pay(bankId)
    await reconcile()
    expect(await report.differences()).toEqual([
      difference('amount_differs', [id, bankId], ['260091', '260090']),
    ])
    expect(await balance(world, account)).toBe(0)
  })

  it('reports payments that the gateway does not list, but not ones that may be on their way', async () => {
    const { id, bankId } = await paid()
    fake.payments.delete(bankId)
    await dailyStep(world)()
    expect(await report.differences()).toEqual([])
    await report.empty()
    await reconcile()
    expect(await report.differences()).toEqual([
      difference('missing_at_gateway', [id, bankId], ['succeeded', null]),
    ])
  })

  it('reports a payment with an unknown id of ours, but not those of other systems', async () => {
    const [ours, others] = [await beginPayment(), await beginPayment()]
    fake.change(ours.bankId, { id: 'stray', metadata: { payment: newKey(), account } })
    fake.change(others.bankId, { id: 'of-the-shop', metadata: {} })
    await reconcile()
    const differences = await report.differences()
    expect(differences.filter(({ kind }) => kind === 'missing_here')).toEqual([
      difference('missing_here', [null, 'stray'], [null, 'pending']),
    ])
    expect(differences.some(({ gateway_id }) => gateway_id === 'of-the-shop')).toBe(false)
  })

  it('does not report a payment with an unknown id of ours that took no money', async () => {
    const { bankId } = await beginPayment()
    fake.change(bankId, { id: 'stray', status: 'canceled', metadata: { payment: newKey(), account } })
    await reconcile()
    expect((await report.differences()).map(({ kind }) => kind)).not.toContain('missing_here')
  })

  it('records a refund without a webhook', async () => {
    const { id, bankId } = await paid()
    const refund = fake.refundInOffice(bankId, '500.00')
    await reconcile()
    expect(await report.differences()).toEqual([
      difference('refund_missing_here', [id, refund], [null, '50000'], 1),
    ])
    expect(await statusOf(id)).toMatchObject({ refunded: 50_000 })
    expect(await balance(world, account)).toBe(-210_091)
  })

  it('records a refund of the time in which no server ran, up to a month of it', async () => {
    const [{ id, bankId }, older] = [await paid(), await paid()]
    await reconcile()
    expect(await report.differences()).toEqual([])
    world.pass(DAY)
    const refund = fake.refundInOffice(bankId, '500.00')
    // A webhook is repeated for one day only.
    world.pass(5 * DAY)
    await dailyStep(world)()
    expect(await report.differences()).toMatchObject([
      { kind: 'refund_missing_here', gateway_id: refund, payment_id: id, mended: 1 },
    ])
    expect(await balance(world, account)).toBe(-2 * 260_091 + 50_000)

    world.pass(DAY)
    const early = fake.refundInOffice(older.bankId, '100.00')
    world.pass(40 * DAY)
    const late = fake.refundInOffice(older.bankId, '200.00')
    await dailyStep(world)()
    const found = (await report.differences()).map(({ gateway_id }) => gateway_id)
    expect(found).toContain(late)
    expect(found).not.toContain(early)
  })

  it('reports a refund of another amount, and one that the gateway does not list', async () => {
    const [changed, lost] = [await paid(), await paid()]
    const ofChanged = fake.refundInOffice(changed.bankId, '500.00')
    const ofLost = fake.refundInOffice(lost.bankId, '100.00')
    await reconcile()
    await report.empty()
    const known = fake.refunds.get(ofChanged)
    if (known) known.amount = { value: '400.00', currency: 'RUB' }
    fake.refunds.delete(ofLost)
    world.pass(DAY)
    await dailyStep(world)()
    expect(await report.differences()).toEqual([
      difference('refund_amount_differs', [changed.id, ofChanged], ['50000', '40000']),
      difference('refund_missing_at_gateway', [lost.id, ofLost], ['10000', null]),
    ])
    expect(await balance(world, account)).toBe(-2 * 260_091 + 60_000)
  })

  describe('of a list of several pages', () => {
    /** Payments of other systems of the shop, which push ours to the last page: the newest come first. */
    const crowd = (count: number) => {
      const created_at = world.now().toISOString()
      for (let n = 0; n < count; n += 1) {
        const id = newKey()
        const amount = { value: '1.00', currency: 'RUB' }
        fake.payments.set(id, { id, status: 'succeeded', amount, created_at, metadata: {} })
      }
    }

    it('reads it to its end by the cursor', async () => {
      const { id, bankId } = await beginPayment()
      crowd(220)
      fake.pay(bankId)
      await reconcile()
      expect(await report.differences()).toMatchObject([{ payment_id: id, mended: 1 }])
      expect((await report.runs()).at(-1)).toMatchObject({ gateway: 'yookassa', payments: 221 })
      const cursors = fake.requests.filter(({ path }) => path.includes('cursor='))
      expect(cursors).toHaveLength(2)
    })

    it('stores no partial report when the gateway fails midway, logs it and tries again', async () => {
      const lost = await paid()
      fake.payments.delete(lost.bankId)
      crowd(120)
      fake.change((await beginPayment()).bankId, { id: 'stray', metadata: { payment: newKey() } })
      world.pass(2 * HOUR)
      const run = dailyStep(world)
      const newest = [...fake.payments.values()].reverse()
      const page = { type: 'list', items: newest.slice(0, 100), next_cursor: newest[100]?.id }
      fake.fail({ status: 200, body: JSON.stringify(page) }, { status: 500 })
      await run()
      expect(await report.differences()).toEqual([])
      expect((await report.runs()).at(-1)).toMatchObject({
        gateway: 'yookassa',
        finished_at: null,
        differences: 0,
      })
      expect(report.logged('the list of the gateway could not be read')).toMatchObject([
        { gateway: 'yookassa', reason: expect.any(String) },
      ])
      fake.requests.length = 0
      world.pass(14 * MINUTE)
      await run()
      expect(listings()).toBe(0)
      world.pass(MINUTE)
      await run()
      const kinds = (await report.differences()).map(({ kind }) => kind)
      expect(kinds).toEqual(['missing_at_gateway', 'missing_at_gateway', 'missing_here'])
      expect((await report.runs()).at(-1)).toMatchObject({
        finished_at: expect.any(String),
        fencing_token: 2,
      })
    })
  })

  it('logs its counts in one line, without personal data', async () => {
    const { bankId } = await paid()
    fake.refundInOffice(bankId, '500.00')
    const lost = await paid()
    fake.payments.delete(lost.bankId)
    world.logged.length = 0
    await reconcile()
    expect(world.logged).toContainEqual({
      message: 'reconciled',
      metric: 'reconciliation',
      gateway: 'yookassa',
      payments: 1,
      refunds: 1,
      differences: 2,
      mended: 1,
    })
    const lines = JSON.stringify(world.logged)
    expect(lines).toContain(lost.bankId)
    for (const personal of ['@', account, 'olga']) expect(lines).not.toContain(personal)
  })

  it('is done once a day by two replicas that try at the same time', async () => {
    await paid()
    world.pass(2 * HOUR)
    const other = await world.replica()
    const both = () => Promise.all([world, { ...world, wired: other.wired }].map((one) => dailyStep(one)()))
    fake.requests.length = 0
    await both()
    world.pass(HOUR)
    await both()
    expect(listings()).toBe(2)
    expect(await report.runs()).toMatchObject([
      { gateway: 'sandbox', fencing_token: 1, finished_at: expect.any(String) },
      { gateway: 'yookassa', fencing_token: 1, finished_at: expect.any(String) },
    ])
    world.pass(DAY)
    await both()
    expect(listings()).toBe(4)
    expect(await report.runs()).toHaveLength(4)
  })

  it('can be claimed again after its lease, and the process that had it stores nothing', async () => {
    const lost = await paid()
    fake.payments.delete(lost.bankId)
    world.pass(2 * HOUR)
    const first = heldRun()
    await vi.waitFor(async () => expect(await report.runs()).toMatchObject([{ fencing_token: 1 }]), {
      timeout: 20_000,
    })
    world.pass(16 * MINUTE)
    const second = heldRun()
    await vi.waitFor(async () => expect(await report.runs()).toMatchObject([{ fencing_token: 2 }]), {
      timeout: 20_000,
    })

    first.release()
    await first.ended
    expect(await report.runs()).toMatchObject([{ fencing_token: 2, finished_at: null, differences: 0 }])
    expect(await report.differences()).toEqual([])
    expect(report.logged('a difference')).toEqual([])

    second.release()
    await second.ended
    expect(await report.runs()).toMatchObject([
      { fencing_token: 2, finished_at: expect.any(String), differences: 1 },
    ])
    expect(await report.differences()).toMatchObject([{ payment_id: lost.id }])
    expect(report.logged('a difference')).toHaveLength(1)
  })

  it('stays claimed while a long list is read', async () => {
    const lost = await paid()
    fake.payments.delete(lost.bankId)
    await paid()
    world.pass(2 * HOUR)
    const { reconciliation } = world.wired
    const { gateways } = reconciliation
    const { current } = gateways
    const stepWith = (gateway: PaymentGateway) =>
      reconciliationStep(
        { ...reconciliation, gateways: { ...gateways, all: [gateway] } },
        world.config.timeZone,
      )
    const slow: PaymentGateway = {
      ...current,
      async listPayments(query) {
        const page = await current.listPayments(query)
        world.pass(10 * MINUTE)
        return page
      },
      refunds: {
        ...current.refunds,
        async list(query) {
          world.pass(10 * MINUTE)
          await stepWith(current).run(() => {})
          return current.refunds.list(query)
        },
      },
    }
    await stepWith(slow).run(() => {})
    expect(await report.runs()).toMatchObject([{ fencing_token: 1, finished_at: expect.any(String) }])
    expect(await report.differences()).toMatchObject([{ payment_id: lost.id }])
  })

  describe('by the command', () => {
    const command = (...options: string[]) => readingOperatorOf(world)('reconcile', ...options)

    it('prints the table of differences', async () => {
      const [late, lost] = [await beginPayment(), await paid()]
      fake.pay(late.bankId)
      fake.payments.delete(lost.bankId)
      world.pass(2 * HOUR)
      expect(await command()).toBe(
        [
          'sandbox: 0 payments, 0 refunds, 0 differences',
          'yookassa: 1 payments, 0 refunds, 2 differences',
          'difference\tpayment\tgateway id\tours\ttheirs\tstate',
          `state_differs\t${late.id}\t${late.bankId}\tpending\tsucceeded\tmended`,
          `missing_at_gateway\t${lost.id}\t${lost.bankId}\tsucceeded\t-\topen`,
        ].join('\n'),
      )
    })

    it('looks back the given number of days', async () => {
      const { bankId } = await beginPayment()
      world.pass(5 * DAY)
      expect(await command('--days', '4')).toContain('yookassa: 0 payments')
      fake.pay(bankId)
      expect(await command('--days', '6')).toContain('mended')
      expect(await balance(world, account)).toBe(-260_091)
    })

    it('fails and names the list that could not be read', async () => {
      fake.fail({ status: 500 })
      await expect(command()).rejects.toThrow(
        new ConfigError(
          'sandbox: 0 payments, 0 refunds, 0 differences\nyookassa: the list could not be read, try again',
        ),
      )
      expect(await report.differences()).toEqual([])
    })

    it.each([['--days'], ['--days', '0'], ['--days', '32'], ['--days', 'x'], ['now']])(
      'rejects %s %s',
      async (...options) => {
        await expect(command(...options)).rejects.toThrow(ConfigError)
        expect(fake.requests).toEqual([])
      },
    )
  })
})

describeOnEachDatabase('the daily reconciliation with the test bank', (kind) => {
  const world = openForTests(() => openApiWorld(kind))

  it('credits payments and records refunds without webhooks', async () => {
    const report = reportOf(world)
    const account = await addToRegister(world.database.db)
    const browser = world.browser()
    const known = await paidBy(world, browser, account, { asGuest: true })
    await refundAtBank(world, known.bankId, '100', 'never')
    const [refund] = await refundsAtBank(world, known.bankId)
    const late = paymentOf(await payAsGuest(browser, account))
    await atBank(world.api).pay(bankPageOf(late), undefined, { webhooks: 'never' })
    world.pass(2 * HOUR)
    await dailyStep(world)()
    expect(await balance(world, account)).toBe(-2 * 260_091 + 10_000)
    expect(await report.differences()).toMatchObject([
      { kind: 'refund_missing_here', gateway_id: refund, payment_id: known.id, mended: 1 },
      { kind: 'state_differs', payment_id: late.id, ours: 'pending', theirs: 'succeeded', mended: 1 },
    ])
    expect(await report.runs()).toMatchObject([
      { gateway: 'sandbox', payments: 2, refunds: 1, differences: 2, mended: 2 },
    ])
  })
})
