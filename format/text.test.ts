import { expect, test } from 'vitest'
import { isolated, quoted, withoutInvisibleSigns } from './text'

test.each([
  ['Тихий берег', '«Тихий берег»'],
  ['УК «Берёзовая роща»', '«УК „Берёзовая роща“»'],
  ['ООО "Исток"', '«ООО „Исток“»'],
  ['Центр „Исток“', '«Центр „Исток“»'],
  ['Труба 3/4"', '«Труба 3/4"»'],
])('%s is quoted as %s', (text, expected) => {
  expect(quoted(text)).toBe(expected)
})

test.each(['דירה', 'شقة', '🏠 دار', 'Дача שלום', '\u{1e900}'])(
  'keeps %j apart from the words around it',
  (words) => {
    expect(isolated(words)).toBe(`\u2068${words}\u2069`)
  },
)

test.each(['', 'Мамина квартира', 'Дача №\u00a05 🏠', '東京', 'नि\u200dम'])('leaves %j as it is', (words) => {
  expect(isolated(words)).toBe(words)
})

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
