import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'
import {
  fitsLimit,
  ignoredMonthlyFields,
  limitOfCharge,
  monthlyFields,
  overLimit,
} from './autopayment-rules.server'

const byInvoice = z.object({ limit: limitOfCharge, ...ignoredMonthlyFields })
const monthly = z.object({ limit: limitOfCharge, ...monthlyFields }).refine(fitsLimit, overLimit)

/** The changeable fields of an autopayment. Its rule is fixed and comes in a hidden field. */
export const changeAutopaymentForm = (rule: unknown) =>
  defineForm({ name: 'change-autopayment', schema: rule === 'monthly' ? monthly : byInvoice })
