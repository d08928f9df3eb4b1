import { fork } from 'node:child_process'
import { once } from 'node:events'
import { MINUTE } from 'format/durations'
import { expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { deathPointsOn } from '../support/death-points'
import { balance, paymentOf, runJobs } from '../support/payments-world'
import type { RefundingOrder } from '../support/refunding-order'
import { paidBy, refundsAtBank } from '../support/refunds-world'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: 120_000 })

const program = testProgram('refunding-process')

describeOnEachDatabase('after a process that was asking for a refund is killed', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { bankApart: true }))

  it.each(deathPointsOn(kind))('%s, the refund is made once or not at all', async (dieAt) => {
    const account = await addToRegister(world.database.db)
    const { browser } = await customerWith(world, account)
    const { id, bankId } = await paidBy(world, browser, account, { webhooks: 'never' })
    const { dataDir, databaseUrl } = world.fresh
    const now = world.now().toISOString()
    const order: RefundingOrder = { dataDir, databaseUrl, now, dieAt, paymentId: id, amount: 50_000 }
    const child = fork(program(), [JSON.stringify(order)], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    // Without webhooks: the result has to be found by repeating and polling.
    for (let round = 0; round < 5; round += 1) {
      world.pass(MINUTE)
      await runJobs(world.wired)
    }
    const times = dieAt === 'before commit 1' ? 0 : 1
    expect(await refundsAtBank(world, bankId)).toHaveLength(times)
    expect(await balance(world, account)).toBe(-260_091 + times * 50_000)
    const payment = paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
    expect(payment.refunded).toBe(times * 50_000)
    const letters = await world.letters()
    expect(letters.filter((letter) => letter.kind === 'refund')).toHaveLength(times)
  })
})
