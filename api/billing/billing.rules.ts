import { filled, wholeNumber } from 'api/http/query-rules'
import { chargesQuery, invoiceBody } from 'contract/invoices'
import { mostMonthsOfCharges } from 'contract/limits'
import { periodPattern } from 'contract/time'
import { z } from 'zod'
import { fieldWords as words } from './billing.words'

export const invoiceRules = invoiceBody.extend({
  period: z.string().regex(periodPattern, words.period).optional(),
})

export const chargesRules = chargesQuery.extend({
  months: filled(wholeNumber(mostMonthsOfCharges, words.months)),
})
