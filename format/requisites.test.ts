import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBic, isCorrespondentAccount, isInn, isOgrn, isSettlementAccount } from './requisites'

const BIC = '044525225'
const SETTLEMENT = '40702810138250123017'
const CORRESPONDENT = '30101810400000000225'

const withDigitChanged = (number: string, at: number, by: number) =>
  number.slice(0, at) + String((Number(number[at]) + by) % 10) + number.slice(at + 1)

describe('bank and tax numbers', () => {
  it('are valid with the right check digits', () => {
    expect(isInn('7707083893')).toBe(true)
    expect(isInn('500100732259')).toBe(true)
    expect(isOgrn('1027700132195')).toBe(true)
    expect(isBic(BIC)).toBe(true)
    expect(isSettlementAccount(SETTLEMENT, BIC)).toBe(true)
    expect(isCorrespondentAccount(CORRESPONDENT, BIC)).toBe(true)
  })

  it('are invalid with a wrong digit, length or bank', () => {
    expect(isInn('7707083890')).toBe(false)
    expect(isInn('500100732258')).toBe(false)
    expect(isInn('77070838931')).toBe(false)
    expect(isInn('')).toBe(false)
    expect(isOgrn('1027700132196')).toBe(false)
    expect(isBic('123456789')).toBe(false)
    expect(isSettlementAccount(SETTLEMENT, '044525226')).toBe(false)
    expect(isSettlementAccount(SETTLEMENT.slice(1), BIC)).toBe(false)
    expect(isCorrespondentAccount(SETTLEMENT, BIC)).toBe(false)
  })

  it('detect any single mistyped digit of an account', () => {
    fc.assert(
      fc.property(fc.nat({ max: 19 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        expect(isSettlementAccount(withDigitChanged(SETTLEMENT, at, by), BIC)).toBe(false)
        expect(isCorrespondentAccount(withDigitChanged(CORRESPONDENT, at, by), BIC)).toBe(false)
      }),
    )
  })
})
