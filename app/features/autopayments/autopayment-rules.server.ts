import { z } from 'zod'
import { paymentAmount } from '~/server/payments/amount-rule.server'

const whichDay = 'Введите день месяца: число от 1 до 28'

/** The day of a monthly charge: one that every month has. */
export const dayOfMonth = z
  .string({ error: whichDay })
  .trim()
  .regex(/^\d{1,2}$/, whichDay)
  .transform(Number)
  .pipe(z.number().min(1, whichDay).max(28, whichDay))

export const monthlyFields = { day: dayOfMonth, amount: paymentAmount }

/** What does not count for the rule that was chosen: whatever was typed there is neither judged nor sent. */
const ignored = z
  .unknown()
  .optional()
  .transform(() => undefined)

export const ignoredMonthlyFields = { day: ignored, amount: ignored }

/** The most that one charge may take. */
export const limitOfCharge = z
  .string({ error: 'Введите лимит: больше него за один раз не спишем' })
  .pipe(paymentAmount)

/** A fixed sum over the limit would never be charged. */
export const fitsLimit = ({ amount, limit }: { amount: number; limit: number }) => amount <= limit

export const overLimit = {
  path: ['limit'],
  error: 'Лимит меньше суммы списания: так деньги не спишутся никогда',
}
