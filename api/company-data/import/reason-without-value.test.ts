import { describe, expect, test } from 'vitest'
import { reasonWithoutValue } from '../unattended/run-unattended'
import { heldWords, lineWords, meterWords } from './import.words'

/** Stands for whatever a file may have: a name in the wrong column, with marks of its own. */
const planted = 'Орлова» — не «сумма: 200100017'
const amount = 123_456

describe('a reason that is mailed and kept', () => {
  test.each(Object.entries({ ...lineWords, ...heldWords, ...meterWords }))(
    'has nothing of the file: %s',
    (_, word) => {
      const takesText = /value|account|id|supplier/.test(String(word).split('=>')[0] ?? '')
      const reason =
        typeof word === 'string' ? word : Reflect.apply(word, null, takesText ? [planted] : [amount, amount])
      const shown = reasonWithoutValue(String(reason))
      expect(shown).not.toMatch(/Орлова|200100017|1\s?234,56\s?₽/)
      expect(shown).toMatch(/[а-яё]{3}/)
    },
  )

  test('says what is needed', () => {
    expect(reasonWithoutValue(lineWords.money('Орлова'))).toBe(
      '«…» — не сумма: нужно «1 234,56» или «1234.56»',
    )
    expect(reasonWithoutValue(lineWords.unknownAccount('200100017'))).toBe(
      'лицевого счёта из этой строки нет: сначала загрузите accounts',
    )
    expect(reasonWithoutValue(lineWords.opening(-amount, amount))).toBe(
      'по кабинету на начало от … ₽ до … ₽: сначала загрузите недостающие платежи или остатки',
    )
  })
})
