import { expect, test } from 'vitest'
import { prefilledAmount } from './payment-fields.server'

test.each([
  [null, 245_050, '2450,50'],
  [null, 0, ''],
  [null, -100, ''],
  [null, null, ''],
  ['100', 245_050, '100,00'],
  ['2450,50', 245_050, '2450,50'],
  ['2450,51', 245_050, '2450,50'],
  ['100', 0, ''],
  ['100', -100, ''],
  ['1 234.5', null, '1234,50'],
  ['много', 245_050, '2450,50'],
  ['-5', 245_050, '2450,50'],
  ['0', 245_050, '2450,50'],
  ['', null, ''],
])('a link with the amount %j to an account that owes %j prefills %j', (asked, balance, amount) =>
  expect(prefilledAmount(asked, balance)).toBe(amount),
)
