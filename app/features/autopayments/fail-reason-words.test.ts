import { describe, expect, test } from 'vitest'
import { failReasonInWords } from './fail-reason-words'

describe('the reason of a failed charge', () => {
  test('is put into words when its code is known', () =>
    expect(failReasonInWords('insufficient_funds')).toBe('На карте не хватило денег.'))

  test('is shown unchanged when the API sends a sentence', () =>
    expect(failReasonInWords(' Счёт больше лимита ')).toBe('Счёт больше лимита'))

  test.each(['E_42', 'constructor', 'some-new.reason'])('is never the code %s', (code) =>
    expect(failReasonInWords(code)).toBe('Причина не названа.'),
  )

  test.each([null, undefined, '', ' '])('is missing for %j', (none) =>
    expect(failReasonInWords(none)).toBeNull(),
  )
})
