import { account as accountSchema } from 'contract/accounts'
import { expect, it } from 'vitest'
import { totalDueOf } from './total-due'

const account = (number: string, balance: number) =>
  accountSchema.parse({ account: number, balance, isDefault: false })

it('adds up the debts of the accounts and ignores overpayments', () => {
  const accounts = [account('1', -500_000), account('2', 115_940), account('3', 0), account('4', 315_280)]
  expect(totalDueOf(accounts, 1)).toEqual({
    owed: { amount: '4\u00a0312,20\u00a0₽', payFirst: '2', accounts: 2, way: 'oneByOne', accountsAtOnce: 1 },
  })
})

it('can be paid at once where the API has that, two accounts owe, and not more than one payment may have', () => {
  const way = (...balances: number[]) =>
    totalDueOf(
      balances.map((balance, index) => account(`${index}`, balance)),
      200,
    )?.owed?.way
  expect(way(100, 200)).toBe('atOnce')
  expect(way(100, 0)).toBe('oneByOne')
  expect(way(...Array.from({ length: 200 }, () => 100))).toBe('atOnce')
  expect(way(...Array.from({ length: 201 }, () => 100))).toBe('choose')
})

it('is of a chosen part of the accounts where another gateway’s payment may have fewer', () => {
  const owing = Array.from({ length: 81 }, (_, index) => account(`${index}`, 100))
  expect(totalDueOf(owing, 80)?.owed).toMatchObject({ way: 'choose', accountsAtOnce: 80 })
  expect(totalDueOf(owing.slice(1), 80)?.owed).toMatchObject({ way: 'atOnce' })
})

it('is not paid at once where some of the accounts can’t be paid here', () => {
  const unpayable = { ...account('1', 100), unpayable: 'Платежи получает другая организация.' }
  const [second, third] = [account('2', 200), account('3', 300)]
  expect(totalDueOf([unpayable, second, third], 200)?.owed).toMatchObject({ way: 'choose', payFirst: '2' })
  expect(totalDueOf([unpayable, second], 200)?.owed).toMatchObject({ way: 'oneByOne', payFirst: '2' })
})

it('says when nothing is owed', () => {
  expect(totalDueOf([account('1', -100), account('2', 0)], 200)).toEqual({ owed: null })
})

it('is not shown when it is too large for a number', () => {
  const accounts = [account('1', Number.MAX_SAFE_INTEGER), account('2', 100)]
  expect(totalDueOf(accounts, 200)).toBeNull()
})

it.each([[[]], [[account('1', 100)]]])('is not shown for a single account: %j', (accounts) => {
  expect(totalDueOf(accounts, 200)).toBeNull()
})
