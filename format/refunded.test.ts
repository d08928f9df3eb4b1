import { expect, test } from 'vitest'
import { refundedInWords } from './money'

test.each([
  [undefined, null],
  [null, null],
  [0, null],
  [50_000, 'Возвращено 500,00\u00a0₽'],
  [260_090, 'Возвращено 2\u00a0600,90\u00a0₽'],
  [260_091, 'Возвращено полностью'],
])('%s kopecks refunded of 260091 are %s', (refunded, words) => {
  expect(refundedInWords({ amount: 260_091, refunded })).toBe(words)
})
