import { z } from 'zod'
import { paymentAmount } from '~/server/amount-rule.server'
import { fitsLimit, ignoredMonthlyFields, monthlyFields, overLimit } from './autopayment-rules.server'

const byInvoice = z.object({ limit: paymentAmount, ...ignoredMonthlyFields })
const monthly = z.object({ limit: paymentAmount, ...monthlyFields }).refine(fitsLimit, overLimit)

/** What can be changed of an autopayment; its rule, which the form brings along, can't. */
export const changeAutopaymentForm = (rule: unknown) => ({
  name: 'change-autopayment',
  schema: rule === 'monthly' ? monthly : byInvoice,
})
