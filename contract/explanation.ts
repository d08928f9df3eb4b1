import { z } from 'zod'
import { typedPeriod } from './invoices'
import { kopecks } from './money'
import { day, period } from './time'

/** How the volume of a line is determined. */
export const countingMethod = z.enum(['meter', 'average', 'norm', 'area', 'fixed', 'people'])
export type CountingMethod = z.output<typeof countingMethod>

const serviceFields = { service: z.string().nullish(), unit: z.string().nullish(), amount: kopecks }

/** `from` is the sum in the earlier invoice, `to` in the explained one. */
const changedSumFields = { ...serviceFields, from: kopecks.nullish(), to: kopecks.nullish() }

/** One reason of a difference. `amount` is its share of the difference. */
export const explanationStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opening'), ...changedSumFields }),
  // Kopecks for a unit, which may have fractions, as in the invoice.
  z.object({
    kind: z.literal('tariff'),
    ...serviceFields,
    from: z.number().nullish(),
    to: z.number().nullish(),
  }),
  z.object({
    kind: z.literal('volume'),
    ...serviceFields,
    from: z.number().nullish(),
    to: z.number().nullish(),
  }),
  z.object({
    kind: z.literal('method'),
    ...serviceFields,
    from: countingMethod.nullish(),
    to: countingMethod.nullish(),
  }),
  z.object({ kind: z.literal('recalculation'), ...changedSumFields }),
  z.object({ kind: z.literal('benefit'), ...changedSumFields }),
  z.object({ kind: z.literal('penalty'), ...changedSumFields }),
  z.object({ kind: z.literal('paid'), ...changedSumFields }),
  z.object({ kind: z.literal('added'), ...serviceFields }),
  z.object({ kind: z.literal('removed'), ...serviceFields }),
  z.object({ kind: z.literal('other'), ...serviceFields }),
])
export type ExplanationStep = z.output<typeof explanationStep>

/** A service in both invoices; `against…` is from the earlier one. */
export const explanationLine = z.object({
  service: z.string(),
  unit: z.string().nullish(),
  volume: z.number().nullish(),
  tariff: z.number().nullish(),
  method: countingMethod.nullish(),
  charged: kopecks,
  againstVolume: z.number().nullish(),
  againstTariff: z.number().nullish(),
  againstCharged: kopecks,
})
export type ExplanationLine = z.output<typeof explanationLine>

/** Successive days, `from` and `to` included, with the same base and rate of the penalty. */
export const penaltyDays = z.object({
  from: day,
  to: day,
  /** The debt. */
  base: kopecks,
  /** Percent a year: `9.5`. */
  rate: z.string().regex(/^\d{1,6}(\.\d{1,6})?$/),
  days: z.int().nonnegative(),
  amount: kopecks,
})
export type PenaltyDays = z.output<typeof penaltyDays>

/** Why an invoice differs from an earlier one. The amounts of the steps add up to the difference. */
export const explanation = z
  .object({
    period,
    against: period,
    total: kopecks,
    againstTotal: kopecks,
    steps: z.array(explanationStep),
    lines: z.array(explanationLine),
    penaltyDays: z.array(penaltyDays).nullish(),
  })
  .refine(({ total, againstTotal, steps }) => sumOf(steps) === total - againstTotal, { path: ['steps'] })
  .refine(({ total, againstTotal }) => Number.isSafeInteger(total - againstTotal), { path: ['total'] })
  .refine(({ penaltyDays }) => Number.isSafeInteger(sumOf(penaltyDays ?? [])), { path: ['penaltyDays'] })
export type Explanation = z.output<typeof explanation>

const sumOf = (steps: readonly { amount: number }[]) => steps.reduce((sum, { amount }) => sum + amount, 0)

export const explanationQuery = z.object({ period: typedPeriod, against: typedPeriod.optional() })
export const explanationAnswer = z.object({ data: explanation })
