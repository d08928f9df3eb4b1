import { z } from 'zod'
import { accountNumber, identifier, numberInQuery } from './identifiers'
import { mostMonthsOfCharges } from './limits'
import { kopecks } from './money'
import { day, dayOrMoment, period, periodPattern } from './time'

const invoiceStatus = z.enum(['unpaid', 'partial', 'paid', 'overdue'])
export type InvoiceStatus = z.output<typeof invoiceStatus>

export const invoiceLine = z.object({
  service: z.string(),
  unit: z.string().nullish(),
  volume: z.number().nullish(),
  tariff: z.number().nullish(),
  charged: kopecks,
  recalculation: kopecks.nullish(),
  benefit: kopecks.nullish(),
  total: kopecks,
})
export type InvoiceLine = z.output<typeof invoiceLine>

export const payee = z.object({
  name: z.string(),
  inn: z.string(),
  kpp: z.string().nullish(),
  bankName: z.string(),
  bic: z.string(),
  correspondentAccount: z.string(),
  settlementAccount: z.string(),
})
export type Payee = z.output<typeof payee>

/** A monthly invoice. `total` is what is left to pay: openingBalance + lines + penalty − paid. */
export const invoice = z.object({
  id: identifier,
  account: accountNumber,
  period,
  issuedAt: dayOrMoment,
  dueAt: day,
  status: invoiceStatus,
  address: z.string().nullish(),
  payer: z.string().nullish(),
  area: z.number().nullish(),
  residents: z.number().nullish(),
  openingBalance: kopecks,
  lines: z.array(invoiceLine),
  penalty: kopecks,
  paid: kopecks,
  total: kopecks,
  payee,
})
export type Invoice = z.output<typeof invoice>

export const typedPeriod = z.string().regex(periodPattern, 'Месяц должен быть в виде 2026-10')

export const invoiceBody = z.object({ period: typedPeriod.optional() })
export const invoiceAnswer = z.object({ data: invoice.nullable(), periods: z.array(period) })

export const charges = z.object({ period, charged: kopecks, paid: kopecks })
export const chargesQuery = z.object({ months: numberInQuery(mostMonthsOfCharges).optional() })
export const chargesAnswer = z.object({ data: z.array(charges) })

/** Whether the customer gets letters about new invoices, and about unpaid ones before their due day. */
export const invoiceLetters = z.object({ on: z.boolean() })
export const invoiceLettersAnswer = z.object({ data: invoiceLetters })
