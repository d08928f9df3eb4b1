import { expect, test } from 'vitest'
import { isolated, quoted, withNoBreaks, withNoBreaksInHtml } from './shown-text'

/** No-break spaces as `_`. */
const seen = (text: string) => withNoBreaks(text).replaceAll('\u00a0', '_')

test.each([
  [
    'г. Тихобережск, ул. Академика Королёва, д. 14, кв. 112',
    'г._Тихобережск, ул._Академика Королёва, д._14, кв._112',
  ],
  ['ул. С***, д. 5, корп. 2', 'ул._С***, д._5, корп._2'],
  ['Пр-т Мира, 5', 'Пр-т_Мира, 5'],
  ['В любой момент и без комиссии', 'В_любой момент и_без комиссии'],
  ['и в банке, и с телефона', 'и_в_банке, и_с_телефона'],
  ['принимаем с 1 по 30 ноября', 'принимаем с_1_по_30 ноября'],
  ['от 1 до 350 000 ₽', 'от_1_до_350 000 ₽'],
  ['от {from} до {to}', 'от_{from}_до_{to}'],
  ['и в\n      банке', 'и_в_банке'],
  ['лицевой счёт № 300100001', 'лицевой счёт №_300100001'],
])('%s is bound', (text, bound) => {
  expect(seen(text)).toBe(bound)
})

test.each([
  'Что-то я',
  'из-за д',
  'до завтра',
  'ведь город',
  'по счёту',
  'word a b',
  '44 кВт·ч × 3',
  '8 ноября 2026 г. До новой',
  'стр',
  'д.',
])('%s stays', (text) => {
  expect(withNoBreaks(text)).toBe(text)
})

test('bound text stays as it is', () => {
  const bound = withNoBreaks('г. Тихобережск, с 1 по 30, в любой день')
  expect(withNoBreaks(bound)).toBe(bound)
})

test('of HTML only the words are bound', () => {
  expect(withNoBreaksInHtml('а б <a title="в г" href="/д е">и с 1</a> о том')).toBe(
    'а\u00a0б <a title="в г" href="/д е">и\u00a0с\u00a01</a> о\u00a0том',
  )
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
  ['Тихий берег', '«Тихий берег»'],
  ['УК «Берёзовая роща»', '«УК „Берёзовая роща“»'],
  ['ООО "Исток"', '«ООО „Исток“»'],
  ['Центр „Исток“', '«Центр „Исток“»'],
  ['Труба 3/4"', '«Труба 3/4"»'],
])('%s is quoted as %s', (text, expected) => {
  expect(quoted(text)).toBe(expected)
})
