import { z } from 'zod'

/** Whole kopecks, both of them what the gateway takes at once. */
export const leastAmount = 100
export const mostAmount = 35_000_000

const words = {
  amount: 'Введите сумму в рублях и копейках.',
  least: 'Наименьшая сумма платежа — 1\u00a0₽.',
  most: 'Наибольшая сумма одного платежа — 350\u00a0000\u00a0₽. Разделите платёж на несколько.',
}

/** Whole kopecks. What is no number at all is told apart from what is too little or too much. */
export const paymentAmount = z
  .number(words.amount)
  .refine(Number.isSafeInteger, { error: words.amount, abort: true })
  .refine((kopecks) => kopecks >= leastAmount, { error: words.least, abort: true })
  .refine((kopecks) => kopecks <= mostAmount, words.most)
