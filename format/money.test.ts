import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountForInput, formatAmount, formatRubles, parseRubles, sumOf } from './money'

const kopecks = (value: number) => ({ ok: true, kopecks: value })
const refused = (reason: string) => ({ ok: false, reason })

describe('an amount on the screen', () => {
  it('has no-break spaces, a comma and two digits of kopecks', () => {
    expect(formatRubles(123456)).toBe('1\u00a0234,56\u00a0₽')
    expect(formatRubles(0)).toBe('0,00\u00a0₽')
    expect(formatRubles(5)).toBe('0,05\u00a0₽')
    expect(formatRubles(100)).toBe('1,00\u00a0₽')
    expect(formatRubles(123456789012)).toBe('1\u00a0234\u00a0567\u00a0890,12\u00a0₽')
    expect(formatAmount(260091)).toBe('2\u00a0600,91')
  })

  it('has a true minus below zero, and none at zero', () => {
    expect(formatRubles(-50)).toBe('\u22120,50\u00a0₽')
    expect(formatAmount(-0)).toBe('0,00')
  })

  it('rejects a fraction of a kopeck', () => {
    expect(() => formatRubles(0.5)).toThrow(RangeError)
    expect(() => formatRubles(Number.NaN)).toThrow(RangeError)
  })
})

describe('an amount as typed', () => {
  it.each([
    ['1 234,56', 123456],
    ['1\u00a0234,56\u00a0₽', 123456],
    ['1\u202f234,56', 123456],
    ['1234.5', 123450],
    ['19.99', 1999],
    ['0,07', 7],
    ['100', 10000],
    ['100,', 10000],
    ['100 руб.', 10000],
    ['100 рублей', 10000],
    ['100р', 10000],
    ['  42 ₽ ', 4200],
    ['007', 700],
    ['0', 0],
    ['\u200e1\u00a0234,56\u00a0₽\u200b', 123456],
  ])('%j is %d kopecks', (text, value) => {
    expect(parseRubles(text)).toEqual(kopecks(value))
  })

  it.each([
    ['', 'empty'],
    [' \u00a0 ', 'empty'],
    ['\u200b', 'empty'],
    ['₽', 'empty'],
    ['сто', 'not-a-number'],
    ['12 50', 'not-a-number'],
    ['1,234.56', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['٣', 'not-a-number'],
    ['--5', 'not-a-number'],
    ['-5', 'negative'],
    ['−5,00 ₽', 'negative'],
    ['1,234', 'too-precise'],
    ['1.999', 'too-precise'],
    ['99999999999999999', 'too-large'],
  ])('%j is rejected as %s', (text, reason) => {
    expect(parseRubles(text)).toEqual(refused(reason))
  })

  it('parses back to the same amount', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (value) => {
        expect(parseRubles(formatRubles(value))).toEqual(kopecks(value))
        expect(parseRubles(formatAmount(value))).toEqual(kopecks(value))
      }),
    )
  })

  it('keeps every kopeck', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000 }), fc.constantFrom('.', ','), (value, point) => {
        const typed = `${Math.floor(value / 100)}${point}${String(value % 100).padStart(2, '0')}`
        expect(parseRubles(typed)).toEqual(kopecks(value))
      }),
    )
  })

  it('never throws, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const parsed = parseRubles(text)
        expect(
          parsed.ok ? Number.isSafeInteger(parsed.kopecks) && parsed.kopecks >= 0 : parsed.reason,
        ).toBeTruthy()
      }),
    )
  })
})

describe('amountForInput', () => {
  it.each([
    [100, '1,00'],
    [123_456, '1234,56'],
    [5, '0,05'],
  ])('%i kopecks are %s in a form field', (sum, typed) => expect(amountForInput(sum)).toBe(typed))
})

describe('a sum', () => {
  it('is of all amounts', () => {
    expect(sumOf([])).toBe(0)
    expect(sumOf([115_940, -40, 315_280])).toBe(431_180)
  })

  it('is nothing when it is too large for a number', () => {
    expect(sumOf([Number.MAX_SAFE_INTEGER, 1])).toBeNull()
    expect(sumOf([Number.MIN_SAFE_INTEGER, -1])).toBeNull()
  })
})
