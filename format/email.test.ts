import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskEmail, normalizeEmail } from './email'

describe('an e-mail address as typed', () => {
  it.each([
    [' ivan@Example.RU ', 'ivan@example.ru'],
    ['Ivan.Petrov+home@example.ru', 'Ivan.Petrov+home@example.ru'],
    ['ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
    ['ivan@ПОЧТА.РФ', 'ivan@xn--80a1acny.xn--p1ai'],
    ['ivan@xn--80a1acny.xn--p1ai', 'ivan@xn--80a1acny.xn--p1ai'],
    ['\u202aivan@\u200bexample.ru\u202c\u200b', 'ivan@example.ru'],
  ])('%j is stored as %s', (text, email) => {
    expect(normalizeEmail(text)).toBe(email)
  })

  it.each([
    '',
    '@',
    'ivan',
    'ivan@',
    '@example.ru',
    'ivan@localhost',
    'ivan@example',
    'ivan@127.0.0.1',
    'ivan@example.ru:25',
    'ivan@example.ru/x',
    'ivan@a@example.ru',
    'ivan petrov@example.ru',
    '.ivan@example.ru',
    'ivan..petrov@example.ru',
    'ivan@-example.ru',
    'ivan@example..ru',
    'ivan@نامه\u200cای.com',
    'ivan@example.ru\r\nBcc: x@example.ru',
    'ivan,petr@example.ru',
    `${'a'.repeat(65)}@example.ru`,
    `ivan@${'a.'.repeat(130)}ru`,
  ])('%j is rejected', (text) => {
    expect(normalizeEmail(text)).toBeNull()
  })

  it('is unchanged when it is already normalized', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const normal = normalizeEmail(email)
        if (normal !== null) expect(normalizeEmail(normal)).toBe(normal)
      }),
    )
  })

  it('never contains a line break, a space or a comma', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (local, domain) => {
        expect(normalizeEmail(`${local}@${domain}`) ?? '').not.toMatch(/[\s,;<>"\p{Cc}]/u)
      }),
    )
  })
})

describe('a masked e-mail address', () => {
  it('has only its first letter and its domain', () => {
    expect(maskEmail('ivan@example.ru')).toBe('i…@example.ru')
    expect(maskEmail('a@example.ru')).toBe('a…@example.ru')
    expect(maskEmail('мусор')).toBe('…')
  })
})
