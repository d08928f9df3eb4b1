import { beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { readingOperatorOf, why } from '../support/operator'
import { balance } from '../support/payments-world'
import { paidBy } from '../support/refunds-world'

describeOnEachDatabase('balances', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  let other: string

  beforeAll(async () => {
    account = await addToRegister(world.database.db)
    other = await addToRegister(world.database.db)
    await addToRegister(world.database.db)
    for (const one of [account, other]) {
      const { browser } = await customerWith(world, one)
      await paidBy(world, browser, one)
    }
  })

  const rebuild = (...typed: string[]) => readingOperatorOf(world)('rebuild-balances', ...typed)
  const spoil = (of: string, to: number) =>
    world.database.db.updateTable('account_balances').set({ balance: to }).where('account', '=', of).execute()

  test('are the sums of the ledger', async () => {
    expect(await rebuild()).toBe('3 accounts, 0 differences')
  })

  test('that differ are listed, and mended only when it is asked for', async () => {
    await spoil(account, 1)
    await world.database.db.deleteFrom('account_balances').where('account', '=', other).execute()
    const row = (of: string, kept: number, state: string) => `${of}\t${kept}\t-260091\t${state}`
    const [first = '', second = ''] = [account, other].sort()
    const keptOf = (of: string) => (of === account ? 1 : 0)
    const table = (state: string) =>
      [
        '3 accounts, 2 differences',
        'account\tbalance\tby the ledger\tstate',
        row(first, keptOf(first), state),
        row(second, keptOf(second), state),
      ].join('\n')

    await expect(rebuild()).rejects.toThrow(table('open'))
    expect(await balance(world, account)).toBe(1)
    expect(await rebuild('--apply', ...why)).toBe(table('mended'))
    for (const one of [account, other]) expect(await balance(world, one)).toBe(-260_091)
    expect(await rebuild()).toBe('3 accounts, 0 differences')
  })
})
