import { describe, expect, test } from 'vitest'
import {
  decimalsOf,
  formatAboutVolume,
  formatDecimal,
  formatVolume,
  fromUnits,
  parseDecimal,
  toUnits,
  wholeDigitsOf,
} from './decimal'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a typed decimal', () => {
  test.each([
    ['123', '123'],
    ['123,45', '123.45'],
    ['123.45', '123.45'],
    ['00123,400', '123.400'],
    ['000', '0'],
    ['12 345,6', '12345.6'],
    ['12\u00a0345', '12345'],
    [' 7, ', '7'],
    [',5', '0.5'],
    ['\u200e12\u00a0345,6\u200b', '12345.6'],
  ])('%j is %s', (typed, text) => expect(parseDecimal(typed)).toEqual({ ok: true, text }))

  test.each([
    ['', 'empty'],
    [' \u00a0', 'empty'],
    ['\u200b', 'empty'],
    ['-5', 'negative'],
    ['\u22125,5', 'negative'],
    ['12 50', 'not-a-number'],
    ['1,2,3', 'not-a-number'],
    ['1e5', 'not-a-number'],
    ['0x10', 'not-a-number'],
    [',', 'not-a-number'],
    ['сто', 'not-a-number'],
    ['-', 'not-a-number'],
  ])('%j is %s', (typed, reason) => expect(parseDecimal(typed)).toEqual({ ok: false, reason }))
})

test.each([
  ['5.413', '5,4'],
  ['4.200', '4,2'],
  ['5.040', '5'],
  ['9.960', '10'],
  ['12.500', '13'],
  ['128.4', '128'],
  ['1234', '1 234'],
  ['0.5124', '0,51'],
  ['0.04237', '0,042'],
  ['0.000', '0'],
  ['-5.46', '\u22125,5'],
  ['99999999999999999999.999', '100 000 000 000 000 000 000'],
])('the volume %s is about %s', (text, about) => expect(plain(formatAboutVolume(text))).toBe(about))

describe('units', () => {
  test.each([
    ['1234.567', 3, 1_234_567n],
    ['1234', 3, 1_234_000n],
    ['0', 0, 0n],
    ['-0.5', 1, -5n],
    ['99999999999999999999.999', 3, 99_999_999_999_999_999_999_999n],
  ])('%s with %i decimals', (text, decimals, units) => expect(toUnits(text, decimals)).toBe(units))

  test.each([
    [1_234_567n, 3, '1234.567'],
    [5n, 3, '0.005'],
    [-5n, 1, '-0.5'],
    [12n, 0, '12'],
  ])('%s back', (units, decimals, text) => expect(fromUnits(units, decimals)).toBe(text))

  test('has no more decimals than there are', () => expect(() => toUnits('1.25', 1)).toThrow(RangeError))

  test.each(['', '1.', '.5', '1e3', '+1', '1,5', ' 1'])('%j is no decimal', (text) =>
    expect(() => toUnits(text, 3)).toThrow(RangeError),
  )
})

test('digits on both sides of the point are counted', () => {
  expect([wholeDigitsOf('1234.567'), decimalsOf('1234.567'), decimalsOf('5')]).toEqual([4, 3, 0])
})

test('a value is shown as it is, a volume without the zeros at its end', () => {
  expect(plain(formatDecimal('1234567.500'))).toBe('1 234 567,500')
  expect(formatDecimal('-5.5')).toBe('\u22125,5')
  expect(plain(formatVolume('1200.500'))).toBe('1 200,5')
  expect(formatVolume('12.000')).toBe('12')
})
