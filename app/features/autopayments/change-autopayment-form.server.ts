import { z } from 'zod'
import { LONGEST_RETURNED_ID } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'
import {
  fitsLimit,
  ignoredMonthlyFields,
  limitOfCharge,
  monthlyFields,
  overLimit,
} from './autopayment-rules.server'

const fields = {
  limit: limitOfCharge,
  paymentMethod: z.string().max(LONGEST_RETURNED_ID, 'Выберите карту').optional(),
}
const byInvoice = z.object({ ...fields, ...ignoredMonthlyFields })
const monthly = z.object({ ...fields, ...monthlyFields }).refine(fitsLimit, overLimit)

/** The changeable fields of an autopayment. Its rule is fixed and comes in a hidden field. */
export const changeAutopaymentForm = (rule: unknown) =>
  defineForm({ name: 'change-autopayment', schema: rule === 'monthly' ? monthly : byInvoice })
