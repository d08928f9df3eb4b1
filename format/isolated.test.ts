import { expect, it } from 'vitest'
import { isolated } from './isolated'

it.each(['דירה', 'شقة', '🏠 دار', 'Дача שלום', '\u{1e900}'])(
  'keeps %j apart from the words around it',
  (words) => {
    expect(isolated(words)).toBe(`\u2068${words}\u2069`)
  },
)

it.each(['', 'Мамина квартира', 'Дача №\u00a05 🏠', '東京', 'नि\u200dम'])('leaves %j as it is', (words) => {
  expect(isolated(words)).toBe(words)
})
