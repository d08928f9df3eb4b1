import { chargesAnswer, invoiceAnswer } from 'contract/invoices'
import { historyAnswer } from 'contract/payments'
import { currentUserAnswer } from 'contract/users'
import type { z } from 'zod'
import { type Deviation, deviation } from './deviation'

/** What the contract says of an answer besides its schema; an answer that differs from the schema is not judged. */
export type Rule = (json: unknown) => Deviation[]

const rule =
  <Schema extends z.ZodType>(schema: Schema, judge: (answer: z.output<Schema>) => Deviation[]): Rule =>
  (json) => {
    const parsed = schema.safeParse(json)
    return parsed.success ? judge(parsed.data) : []
  }

const inOrder = (path: string, expected: string, ordered: readonly string[]): Deviation[] =>
  ordered.every((value, at) => at === 0 || value >= (ordered[at - 1] ?? ''))
    ? []
    : [deviation(path, expected, 'another order')]

export const namesTheCustomer = rule(currentUserAnswer, ({ data }) =>
  data?.id ? [] : [deviation('$.data.id', 'the customer who has signed in', 'nobody')],
)

export const newestPaymentFirst = rule(historyAnswer, ({ data }) =>
  inOrder(
    '$.data',
    'the newest payment first',
    data.map(({ createdAt }) => new Date(createdAt).toISOString()).toReversed(),
  ),
)

export const oldestMonthFirst = rule(chargesAnswer, ({ data }) =>
  inOrder(
    '$.data',
    'the oldest month first',
    data.map(({ period }) => period),
  ),
)

export const invoiceAddsUp = rule(invoiceAnswer, ({ data, periods }) => {
  const order = inOrder('$.periods', 'the newest month first', periods.toReversed())
  if (!data) return order
  const lines = data.lines.reduce((sum, { total }) => sum + total, 0)
  const isSum = data.total === data.openingBalance + lines + data.penalty - data.paid
  return isSum
    ? order
    : [...order, deviation('$.data.total', 'openingBalance + lines + penalty − paid', 'another sum')]
})
