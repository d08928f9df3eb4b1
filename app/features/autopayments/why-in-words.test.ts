import { describe, expect, test } from 'vitest'
import { whyInWords } from './why-in-words'

describe('the reason of a charge that did not come about', () => {
  test('is said in plain words where its name is known', () =>
    expect(whyInWords('insufficient_funds')).toBe('На карте не хватило денег.'))

  test('stays as it came where the API says it in words', () =>
    expect(whyInWords(' Счёт больше лимита ')).toBe('Счёт больше лимита'))

  test.each(['E_42', 'constructor', 'some-new.reason'])('is never the code %s', (code) =>
    expect(whyInWords(code)).toBe('Причина не названа.'),
  )

  test.each([null, undefined, '', ' '])('is nothing for %j', (none) => expect(whyInWords(none)).toBeNull())
})
