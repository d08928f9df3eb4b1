import { expect, test } from 'vitest'
import { quoted } from './quoted'

test.each([
  ['Тихий берег', '«Тихий берег»'],
  ['УК «Берёзовая роща»', '«УК „Берёзовая роща“»'],
  ['ООО "Исток"', '«ООО „Исток“»'],
  ['Центр „Исток“', '«Центр „Исток“»'],
  ['Труба 3/4"', '«Труба 3/4"»'],
])('%s is quoted as %s', (text, expected) => {
  expect(quoted(text)).toBe(expected)
})
