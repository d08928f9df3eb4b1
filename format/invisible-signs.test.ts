import { expect, test } from 'vitest'
import { withoutInvisibleSigns } from './invisible-signs'

test.each([
  ['\u202a+7 999\u202c', '+7 999'],
  ['\u200e100\u200b', '100'],
  ['12\u00ad34\u2060\ufeff', '1234'],
  ['1\ufe0f', '1'],
  [' a\u00a0b\t', ' a\u00a0b\t'],
  ['नि\u200dम\u200cه', 'नि\u200dम\u200cه'],
  ['ё, и\u0306, ₽', 'ё, и\u0306, ₽'],
])('%j is seen as %j', (text, seen) => {
  expect(withoutInvisibleSigns(text)).toBe(seen)
})
