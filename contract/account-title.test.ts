import { expect, test } from 'vitest'
import { isShortAccountTitle, isUsableAccountTitle, tidyAccountTitle } from './account-title'

test.each([
  ['  Мамина квартира ', 'Мамина квартира'],
  ['Дача\r\nу\u2028озера\u2029', 'Дачауозера'],
  ['\u202eДача\u202c\u200b\ufeff', 'Дача'],
  ['\u0000Да\u0007ча\t', 'Дача'],
  ['Семья 👨‍👩‍👧', 'Семья 👨‍👩‍👧'],
  [' \u200b\n', ''],
])('%j is kept as %j', (typed, kept) => {
  expect(tidyAccountTitle(typed)).toBe(kept)
  expect(isUsableAccountTitle(kept)).toBe(true)
})

test.each(['\u3164', '\u200d', 'Дача \ud83d'])('%j is no title', (title) => {
  expect(isUsableAccountTitle(tidyAccountTitle(title))).toBe(false)
})

test('a title has up to 40 characters, an emoji of one code point being one', () => {
  expect(isShortAccountTitle('🏡'.repeat(40))).toBe(true)
  expect(isShortAccountTitle('🏡'.repeat(41))).toBe(false)
})
