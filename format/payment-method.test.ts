import { expect, test } from 'vitest'
import { formatMethodTitle, methodInWords } from './payment-method'

test.each([
  ['Мир •• 2987', 'Мир ••\u00a02987'],
  ['Мир ••\u00a02987', 'Мир ••\u00a02987'],
  [' Visa **** 4242 ', 'Visa ****\u00a04242'],
  ['Карта *4444', 'Карта *4444'],
  ['СБП', 'СБП'],
  ['', ''],
])('the payment method %j is shown as %j, so that its digits stay with the mask', (title, shown) => {
  expect(formatMethodTitle(title)).toBe(shown)
})

test.each([
  [{ kind: 'card', title: 'Мир •• 2987' }, 'Мир ••\u00a02987'],
  [{ kind: 'card', title: ' ' }, 'Банковская карта'],
  [{ kind: 'sbp', title: '' }, 'СБП'],
] as const)('the payment method %j is called %s', (method, words) =>
  expect(methodInWords(method)).toBe(words),
)
