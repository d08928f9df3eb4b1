import { describe, expect, test } from 'vitest'
import { shownFailReason } from './autopayment-view'

describe('the reason of a failed charge', () => {
  test('is put into words when its code is known', () =>
    expect(shownFailReason('insufficient_funds')).toBe('На карте не хватило денег.'))

  test('speaks of the account when it charges one through SBP', () =>
    expect(shownFailReason('insufficient_funds', true)).toBe('На банковском счёте не хватило денег.'))

  test('is shown unchanged when the API sends a sentence', () =>
    expect(shownFailReason(' Счёт больше лимита ')).toBe('Счёт больше лимита'))

  test.each(['E_42', 'constructor', 'some-new.reason'])('is never the code %s', (code) =>
    expect(shownFailReason(code)).toBe('Причина не названа.'),
  )

  test.each([null, undefined, '', ' '])('is missing for %j', (none) =>
    expect(shownFailReason(none)).toBeNull(),
  )
})
