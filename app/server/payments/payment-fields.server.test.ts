import { describe, expect, test } from 'vitest'
import { typedPayment } from './payment-fields.server'

const judged = (typed: string | undefined) => {
  const parsed = typedPayment.safeParse(typed)
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message)
}

describe('the amount of a payment', () => {
  test.each([
    ['1', 100],
    ['1,00', 100],
    ['19.99', 1999],
    ['1 234,56', 123_456],
    ['1\u00a0234,56\u00a0₽', 123_456],
    ['100 руб.', 10_000],
    ['350 000', 35_000_000],
  ])('%s is accepted', (typed, kopecks) => expect(judged(typed)).toBe(kopecks))

  test.each([
    [undefined, 'Введите сумму'],
    ['  ', 'Введите сумму'],
    ['сто рублей', 'Введите сумму цифрами, например 1234,56'],
    ['1e3', 'Введите сумму цифрами, например 1234,56'],
    ['9'.repeat(200), 'Введите сумму цифрами, например 1234,56'],
    ['10,123', 'Копейки — это две цифры после запятой, например 100,50'],
    ['-5', 'Сумма не может быть меньше нуля'],
    ['−5', 'Сумма не может быть меньше нуля'],
    ['0', 'Введите сумму больше нуля'],
    ['0,00', 'Введите сумму больше нуля'],
    ['0,99', 'Наименьшая сумма платежа — 1\u00a0₽'],
    ['350000,01', 'Наибольшая сумма одного платежа — 350\u00a0000\u00a0₽'],
    ['9'.repeat(30), 'Наибольшая сумма одного платежа — 350\u00a0000\u00a0₽'],
  ])('%s is rejected with its reason', (typed, reason) => expect(judged(typed)).toEqual([reason]))
})
