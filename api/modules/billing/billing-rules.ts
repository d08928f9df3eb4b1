import { chargesQuery, invoiceBody } from 'contract/invoices'
import { historyQuery, paymentStatus } from 'contract/payments'
import { z } from 'zod'
import { readCursor } from './history-cursor'

const words = {
  period: 'Месяц должен быть в виде 2026-10.',
  day: 'Дата должна быть в виде 2026-10-05.',
  order: 'Последний день раньше первого.',
  status: 'Такого состояния у платежей нет.',
  cursor: 'Такой страницы нет. Откройте список сначала.',
  limit: 'Нужно число от 1 до 100.',
  months: 'Нужно число от 1 до 60.',
}

/** A form sent by GET names also the fields that were left empty. */
const filled = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const wholeNumber = (most: number, error: string) =>
  z
    .string()
    .regex(/^\d{1,3}$/, error)
    .transform(Number)
    .refine((number) => number >= 1 && number <= most, error)

// Outside these years a day's beginning and end can't be written as moments that sort as text.
const someDay = z.iso.date(words.day).refine((day) => day >= '1970-01-01' && day <= '2999-12-31', words.day)

const cursor = z.string().transform((text, context) => {
  const place = readCursor(text)
  if (!place) context.addIssue(words.cursor)
  return place
})

export const invoiceRules = invoiceBody.extend({
  period: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, words.period)
    .optional(),
})

export const historyRules = historyQuery
  .extend({
    from: filled(someDay),
    to: filled(someDay),
    status: filled(z.enum(paymentStatus.options, words.status)),
    cursor: filled(cursor),
    limit: filled(wholeNumber(100, words.limit)),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: words.order })

export const chargesRules = chargesQuery.extend({ months: filled(wholeNumber(60, words.months)) })
