import { z } from 'zod'
import { typedPeriod } from './invoices'
import { kopecks } from './money'
import { day, period } from './time'

/** How the volume of a line is counted. */
export const countingMethod = z.enum(['meter', 'average', 'norm', 'area', 'fixed', 'people'])
export type CountingMethod = z.output<typeof countingMethod>

const ofService = { service: z.string().nullish(), unit: z.string().nullish(), amount: kopecks }

/** `from` and `to` are what it was in the invoice that is compared with, and in the explained one. */
const betweenSums = { ...ofService, from: kopecks.nullish(), to: kopecks.nullish() }

/** One reason of a difference. `amount` is its share of the difference. */
export const explanationStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opening'), ...betweenSums }),
  // Kopecks for a unit, which may have fractions, as in the invoice.
  z.object({ kind: z.literal('tariff'), ...ofService, from: z.number().nullish(), to: z.number().nullish() }),
  z.object({ kind: z.literal('volume'), ...ofService, from: z.number().nullish(), to: z.number().nullish() }),
  z.object({
    kind: z.literal('method'),
    ...ofService,
    from: countingMethod.nullish(),
    to: countingMethod.nullish(),
  }),
  z.object({ kind: z.literal('recalculation'), ...betweenSums }),
  z.object({ kind: z.literal('benefit'), ...betweenSums }),
  z.object({ kind: z.literal('penalty'), ...betweenSums }),
  z.object({ kind: z.literal('paid'), ...betweenSums }),
  z.object({ kind: z.literal('added'), ...ofService }),
  z.object({ kind: z.literal('removed'), ...ofService }),
  z.object({ kind: z.literal('other'), ...ofService }),
])
export type ExplanationStep = z.output<typeof explanationStep>

/** A service in both invoices; what is `against` is of the one that is compared with. */
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

/** Days in a row, the first and the last included, on which the penalty was counted alike. */
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

/** Why an invoice asks for another sum than an earlier one. The amounts of the steps are the whole difference. */
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
