import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhone, maskPhone, parsePhone } from './phone'

const nationalNumber = fc
  .integer({ min: 3_000_000_000, max: 9_999_999_999 })
  .filter((number) => !String(number).startsWith('89'))

describe('a phone number as typed', () => {
  it.each([
    '8 (999) 123-45-67',
    '+7 (999) 123-45-67',
    '+7\u00a0999\u00a0123-45-67',
    '79991234567',
    '89991234567',
    '9991234567',
    '999 123 45 67',
    '999.123.45.67',
    '8–999–123–45–67',
    '+8 999 123 45 67',
    ' +79991234567 ',
    '\u202a+7\u00a0999\u00a0123-45-67\u202c',
    `\u200e${'\u200b'.repeat(40)}89991234567`,
  ])('%j is the same number', (text) => {
    expect(parsePhone(text)).toBe('+79991234567')
  })

  it('may be a landline or toll-free number', () => {
    expect(parsePhone('8 (495) 000-12-34')).toBe('+74950001234')
    expect(parsePhone('8 800 000-12-34')).toBe('+78000001234')
  })

  it('may be foreign, with a plus', () => {
    expect(parsePhone('+375 29 123-45-67')).toBe('+375291234567')
    expect(parsePhone('+49 30 901820')).toBe('+4930901820')
    expect(parsePhone('+7 701 123 45 67')).toBe('+77011234567')
  })

  it.each([
    '',
    ' ',
    'нет',
    '123',
    '+',
    '+7',
    '899912345678',
    '8999123456',
    '+7 899 912-34-56',
    '8 899 912-34-56',
    '0991234567',
    '+0 000 000',
    '+7 (000) 000-00-00',
    '++79991234567',
    '8 999 123-45-67 доб. 5',
    `8${' '.repeat(50)}9991234567`,
  ])('%j is rejected', (text) => {
    expect(parsePhone(text)).toBeNull()
  })

  it('parses back to the same number', () => {
    fc.assert(
      fc.property(nationalNumber, (national) => {
        const phone = `+7${national}`
        expect(parsePhone(formatPhone(phone))).toBe(phone)
      }),
    )
  })
})

describe('a phone number on the screen', () => {
  it('is grouped and does not wrap', () => {
    expect(formatPhone('+79991234567')).toBe('+7\u00a0999\u00a0123-45-67')
  })

  it('shows its ends alone when it is masked', () => {
    expect(maskPhone('+79991234567')).toBe('+7…67')
  })

  it('is unchanged when it is foreign', () => {
    expect(formatPhone('+375291234567')).toBe('+375291234567')
  })
})
