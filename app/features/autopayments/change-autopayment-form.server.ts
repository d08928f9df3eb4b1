import { autopaymentChangeBody, fitsLimit, overLimit } from 'contract/autopayments'
import { defineForm } from '~/server/forms/form-definition.server'
import { typedLimit } from '~/server/payments/payment-fields.server'
import { ignoredMonthlyFields, monthlyFields } from './autopayment-rules.server'

const either = autopaymentChangeBody.pick({ paymentMethod: true }).extend({ limit: typedLimit })
const byInvoice = either.extend(ignoredMonthlyFields)
const monthly = either.extend(monthlyFields).refine(fitsLimit, overLimit)

/** The changeable fields of an autopayment. Its rule is fixed and comes in a hidden field. */
export const changeAutopaymentForm = (rule: unknown) =>
  defineForm({ name: 'change-autopayment', schema: rule === 'monthly' ? monthly : byInvoice })
