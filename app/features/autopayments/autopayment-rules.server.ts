import { dayOfCharge, invalidDay } from 'contract/autopayments'
import { z } from 'zod'
import { ignoredField, typedPayment } from '~/server/payments/payment-fields.server'

/** The day of a monthly charge. */
const typedDay = z
  .string(invalidDay)
  .trim()
  .regex(/^\d{1,2}$/, invalidDay)
  .transform(Number)
  .pipe(dayOfCharge)

export const monthlyFields = { day: typedDay, amount: typedPayment }

/** The fields of the other rule. */
export const ignoredMonthlyFields = { day: ignoredField, amount: ignoredField }
