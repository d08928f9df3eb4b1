import { problemCodes } from 'contract/problem'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import type { Answer, ApiWorld } from '../support/api-world'
import { customerWith } from '../support/billing-register'
import {
  balance,
  charged,
  newKey,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  saveCard,
} from '../support/payments-world'
import { twoReplicasOpener } from '../support/two-replicas'

vi.setConfig({ testTimeout: times(60_000, 1_800_000) })

const openTwoReplicas = twoReplicasOpener()
const atOnce = 200

describeOnEachDatabase(`${atOnce} concurrent submits of one payment form to two processes`, (kind) => {
  const both = openForTests(() => openTwoReplicas(kind, 1_200))
  let world: ApiWorld
  let account: string

  beforeAll(async () => {
    world = both.world
  })
  beforeEach(async () => {
    account = await both.nextAccount()
  })

  const countOf = async () => {
    const { db } = world.database
    const rows = await db.selectFrom('payments').select('id').where('account', '=', account).execute()
    return rows.length
  }

  const openedAtBank = async () => {
    const { db } = world.bank
    const rows = await db.selectFrom('sandbox_payments').select('id').where('account', '=', account).execute()
    return rows.length
  }

  const presses = (press: (index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: atOnce }, (_, index) => press(index)))

  it('begin one payment, even with a low limit', async () => {
    const rounds = times(1, 50)
    for (let round = 0; round < rounds; round += 1) {
      const key = newKey()
      const browsers = [world.browser(), world.browserOf(both.second)] as const
      const answers = await presses((index) => payAsGuest(browsers[index % 2 ? 1 : 0], account, { key }))
      const payments = answers.map(paymentOf)
      expect(new Set(payments.map(({ id }) => id)).size).toBe(1)
      expect(new Set(payments.map(({ confirmationUrl }) => confirmationUrl)).size).toBe(1)
    }
    expect(await countOf()).toBe(rounds)
    expect(await openedAtBank()).toBe(rounds)
  })

  it('charge a saved card once', async () => {
    const { browser } = await customerWith(world, account)
    const { method } = await saveCard(world, browser, account)
    const paymentMethod = method.id
    const other = world.browserOf(both.second)
    other.setSession(browser.session())

    for (let round = 1; round <= times(2, 50); round += 1) {
      const key = newKey()
      const answers = await presses((index) =>
        payAsCustomer(index % 2 ? other : browser, account, { key, paymentMethod, amount: 5_000 }),
      )
      const payments = answers.map(paymentOf)
      const [id, ...others] = new Set(payments.map((payment) => payment.id))
      expect(others).toEqual([])
      expect(payments.map(({ status }) => status)).toEqual(Array(atOnce).fill('succeeded'))
      expect(await charged(world, id ?? '')).toEqual([5_000])
      expect(await balance(world, account)).toBe(-100 - 5_000 * round)
    }
  })

  it('with two different amounts begin one payment and reject the other', async () => {
    const key = newKey()
    const browsers = [world.browser(), world.browserOf(both.second)] as const
    const answers = await presses((index) =>
      payAsGuest(browsers[index % 2 ? 1 : 0], account, { key, amount: index % 3 ? 100 : 200 }),
    )
    const newPayments = answers.filter(({ status }) => status === 201).map(paymentOf)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(newPayments.map(({ id }) => id)).size).toBe(1)
    expect(new Set(newPayments.map(({ amount }) => amount)).size).toBe(1)
    expect(newPayments.length + refused.length).toBe(atOnce)
    expect([67, 133]).toContain(refused.length)
    for (const { status, body } of refused) {
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { code: problemCodes.idempotencyMismatch },
      })
    }
    expect(await countOf()).toBe(1)
  })

  it('charge nothing while the gateway is unavailable, and all say so', async () => {
    both.gateway.cut(true)
    const key = newKey()
    const answers = await presses(() => payAsGuest(world.browser(), account, { key }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(await countOf()).toBe(1)
    expect(both.gateway.counts().creations).toBe(1)
  })
})
