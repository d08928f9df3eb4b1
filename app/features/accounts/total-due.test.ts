import { account as accountSchema } from 'contract/accounts'
import { expect, it } from 'vitest'
import { totalDueOf } from './total-due'

const account = (number: string, balance: number) =>
  accountSchema.parse({ account: number, balance, isDefault: false })

it('adds up the debts of the accounts and ignores overpayments', () => {
  const accounts = [account('1', -500_000), account('2', 115_940), account('3', 0), account('4', 315_280)]
  expect(totalDueOf(accounts)).toEqual({
    owed: { amount: '4\u00a0312,20\u00a0₽', payFirst: '2', accounts: 2 },
  })
})

it('says when nothing is owed', () => {
  expect(totalDueOf([account('1', -100), account('2', 0)])).toEqual({ owed: null })
})

it.each([[[]], [[account('1', 100)]]])('is not shown for a single account: %j', (accounts) => {
  expect(totalDueOf(accounts)).toBeNull()
})
