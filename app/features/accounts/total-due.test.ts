import { account as accountSchema } from 'contract/accounts'
import { expect, it } from 'vitest'
import { totalDueOf } from './total-due'

const account = (number: string, balance: number) =>
  accountSchema.parse({ account: number, balance, isDefault: false })

it('adds up the debts of the accounts and ignores overpayments', () => {
  const accounts = [account('1', -500_000), account('2', 115_940), account('3', 0), account('4', 315_280)]
  expect(totalDueOf(accounts, { hasBasket: false })).toEqual({
    owed: { amount: '4\u00a0312,20\u00a0₽', payFirst: '2', accounts: 2, way: 'oneByOne' },
  })
})

it('can be paid at once where the API has that, two accounts owe, and not more than one payment may have', () => {
  const way = (...balances: number[]) =>
    totalDueOf(
      balances.map((balance, index) => account(`${index}`, balance)),
      { hasBasket: true },
    )?.owed?.way
  expect(way(100, 200)).toBe('atOnce')
  expect(way(100, 0)).toBe('oneByOne')
  expect(way(...Array.from({ length: 200 }, () => 100))).toBe('atOnce')
  expect(way(...Array.from({ length: 201 }, () => 100))).toBe('choose')
})

it('says when nothing is owed', () => {
  expect(totalDueOf([account('1', -100), account('2', 0)], { hasBasket: true })).toEqual({ owed: null })
})

it('is not shown when it is too large for a number', () => {
  const accounts = [account('1', Number.MAX_SAFE_INTEGER), account('2', 100)]
  expect(totalDueOf(accounts, { hasBasket: true })).toBeNull()
})

it.each([[[]], [[account('1', 100)]]])('is not shown for a single account: %j', (accounts) => {
  expect(totalDueOf(accounts, { hasBasket: true })).toBeNull()
})
