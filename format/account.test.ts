import { describe, expect, it } from 'vitest'
import { normalizeAccountNumber } from './account'

describe('an account number as typed or pasted', () => {
  it.each([
    '1234567890',
    ' 1234 567 890 ',
    '1234-567-890',
    '123\u00a0456\u00a07890',
    '№ 1234567890',
    'л/с 1234567890',
    'Л/С № 1234567890',
    'лс1234567890',
    'лицевой счёт: 1234567890',
    'Лицевой счет №1234567890',
    '\u200eл/с\u00a01234\u200b567\u00ad890\ufeff',
  ])('%j is the same account', (text) => {
    expect(normalizeAccountNumber(text)).toBe('1234567890')
  })

  it('keeps its letters and leading zeros', () => {
    expect(normalizeAccountNumber('AB-0012')).toBe('AB0012')
    expect(normalizeAccountNumber('0001234567')).toBe('0001234567')
  })

  it('is empty when it has only punctuation', () => {
    expect(normalizeAccountNumber(' № ')).toBe('')
  })
})
