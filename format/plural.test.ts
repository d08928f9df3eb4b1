import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { count, plural } from './plural'

const DAYS = ['день', 'дня', 'дней'] as const

describe('a noun after a number', () => {
  it.each([
    [0, 'дней'],
    [1, 'день'],
    [2, 'дня'],
    [4, 'дня'],
    [5, 'дней'],
    [11, 'дней'],
    [14, 'дней'],
    [21, 'день'],
    [22, 'дня'],
    [111, 'дней'],
    [112, 'дней'],
    [121, 'день'],
    [1.5, 'дня'],
    [-1, 'день'],
    [-3, 'дня'],
  ])('%d takes %s', (n, form) => {
    expect(plural(n, DAYS)).toBe(form)
  })

  it('agrees with ICU’s plural rules', () => {
    const rules = new Intl.PluralRules('ru')
    const byRule: Record<string, string> = { one: 'день', few: 'дня', many: 'дней' }
    fc.assert(
      fc.property(fc.nat(), (n) => {
        expect(plural(n, DAYS)).toBe(byRule[rules.select(n)])
      }),
    )
  })

  it('is on the same line as its number', () => {
    expect(count(4, DAYS)).toBe('4\u00a0дня')
    expect(count(1234, DAYS)).toBe('1\u00a0234\u00a0дня')
    expect(count(1.5, DAYS)).toBe('1,5\u00a0дня')
    expect(count(-2, DAYS)).toBe('\u22122\u00a0дня')
  })
})
