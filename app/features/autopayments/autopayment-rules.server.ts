import { lastPaymentDay } from 'contract/limits'
import { z } from 'zod'
import { ignoredField } from '~/server/forms/field-rules.server'
import { paymentAmount } from '~/server/payments/amount-rule.server'

const invalidDay = `Введите день месяца: число от 1 до ${lastPaymentDay}`

/** The day of a monthly charge, 1–28: every month has it. */
export const dayOfMonth = z
  .string({ error: invalidDay })
  .trim()
  .regex(/^\d{1,2}$/, invalidDay)
  .transform(Number)
  .pipe(z.number().min(1, invalidDay).max(lastPaymentDay, invalidDay))

export const monthlyFields = { day: dayOfMonth, amount: paymentAmount }

/** The fields of the other rule. */
export const ignoredMonthlyFields = { day: ignoredField, amount: ignoredField }

/** The limit of one charge. */
export const limitOfCharge = z
  .string({ error: 'Введите лимит: больше него за один раз не спишем' })
  .pipe(paymentAmount)

/** A fixed amount over the limit would never be charged. */
export const fitsLimit = ({ amount, limit }: { amount: number; limit: number }) => amount <= limit

export const overLimit = {
  path: ['limit'],
  error: 'Лимит меньше суммы списания: так деньги не спишутся никогда',
}
