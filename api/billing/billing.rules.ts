import { filled, wholeNumber } from 'api/http/query-rules'
import { chargesQuery, invoiceBody } from 'contract/invoices'
import { z } from 'zod'

const words = {
  period: 'Месяц должен быть в виде 2026-10.',
  months: 'Нужно число от 1 до 60.',
}

export const invoiceRules = invoiceBody.extend({
  period: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, words.period)
    .optional(),
})

export const chargesRules = chargesQuery.extend({ months: filled(wholeNumber(60, words.months)) })
