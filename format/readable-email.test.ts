import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeEmail } from './email'
import { readableEmail } from './readable-email'

test.each([
  ['petr@xn--80a1acny.xn--p1ai', 'petr@почта.рф'],
  ['Petr.P+1@mail.xn--80a1acny.xn--p1ai', 'Petr.P+1@mail.почта.рф'],
  ['petr@xn--80aswg.xn--p1acf', 'petr@сайт.рус'],
])('%s is written %s', (email, written) => {
  expect(readableEmail(email)).toBe(written)
  expect(normalizeEmail(written)).toBe(email)
})

test.each([
  'ivan@example.ru',
  '',
  'мусор',
  'petr@почта.рф',
  // «mаil.ru» with a Cyrillic «а» is not mail.ru.
  'petr@xn--mil-5cd.ru',
  'petr@xn--80adjb.com',
  // Not what any letters are written as.
  'petr@xn--a.xn--p1ai',
  'petr@xn--80a1acny.xn--',
])('%j stays as it is', (email) => {
  expect(readableEmail(email)).toBe(email)
})

test('is the same address in any letters', () => {
  const labels = fc.array(fc.string({ unit: fc.constantFrom(...'абвёйя09'), minLength: 1 }), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(labels, (names) => {
      const email = normalizeEmail(`petr@${names.join('.')}.рф`)
      if (email !== null) expect(normalizeEmail(readableEmail(email))).toBe(email)
    }),
  )
})
