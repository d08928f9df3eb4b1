import { filled, wholeNumber } from 'api/http/query-rules'
import { explanationQuery } from 'contract/explanation'
import { chargesQuery, invoiceBody } from 'contract/invoices'
import { mostMonthsOfCharges } from 'contract/limits'
import { periodPattern } from 'contract/time'
import { z } from 'zod'

const words = {
  period: 'Месяц должен быть в виде 2026-10.',
  months: `Нужно число от 1 до ${mostMonthsOfCharges}.`,
}

const month = z.string().regex(periodPattern, words.period)

export const invoiceRules = invoiceBody.extend({ period: month.optional() })

export const chargesRules = chargesQuery.extend({
  months: filled(wholeNumber(mostMonthsOfCharges, words.months)),
})

export const explanationRules = explanationQuery.extend({ period: month, against: filled(month) })
