import { expect, it } from 'vitest'
import { hashProof, isProof } from './proof'

const account = '4010028513'

it.each([
  ['Ковалёв', 'ковалев'],
  ['Ковалёв', '  КОВАЛЁВ '],
  ['Ковалёв', 'Ковале\u0308в'],
  ['Римский Корсаков', 'римский\u00a0 корсаков'],
  ['1\u00a0234,56', '1234.56'],
  ['1\u00a0234,56', '1 234,56 ₽'],
  ['1\u00a0200,00', '1200'],
  ['1\u00a0200,00', '1 200,0 руб.'],
])('the answer %s may be typed as %s', (answer, typed) => {
  expect(isProof(account, typed, hashProof(account, answer))).toBe(true)
})

it.each([
  ['Ковалёв', 'Коваль'],
  ['Ковалёв', ''],
  ['1\u00a0234,56', '1234,57'],
  ['1\u00a0234,56', '123456'],
])('the answer %s is not %s', (answer, typed) => {
  expect(isProof(account, typed, hashProof(account, answer))).toBe(false)
})

it('the same answer of two accounts is kept differently', () => {
  expect(hashProof(account, 'Ковалёв')).not.toBe(hashProof('4010031186', 'Ковалёв'))
})
