import { count } from 'format/plural'
import { z } from 'zod'
import { extension } from './features'
import { identifier, numberInQuery } from './identifiers'
import { mostReadingsOnPage } from './limits'
import { day, dayOrMoment, period } from './time'

/** A value or a volume: a decimal with a point and without an exponent, `1234.567`. Never read as a floating number. */
export const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .brand<'Decimal'>()

export const zones = ['t1', 't2', 't3'] as const
/** A tariff zone of the day; a meter without zones has `t1` alone. */
export const zone = z.enum(zones)
export type Zone = z.output<typeof zone>

const digitsInWords = (most: number) => count(most, ['цифры', 'цифр', 'цифр'])

/** Messages about values that can't be readings. */
export const readingWords = {
  nothing: 'Введите показание хотя бы одного счётчика.',
  notANumber: 'Введите число, как на счётчике: например, 123,45.',
  negative: 'Показание не бывает меньше нуля.',
  tooLong({ digits, decimals }: Pick<Meter, 'digits' | 'decimals'>) {
    const most = `У этого счётчика не больше ${digitsInWords(digits)} до запятой.`
    return decimals > 0 ? `${most} Красные цифры пишите после неё.` : most
  },
  tooPrecise: ({ decimals }: Pick<Meter, 'decimals'>) =>
    decimals === 0
      ? 'Введите только целое число, без знаков после запятой.'
      : `Оставьте не больше ${digitsInWords(decimals)} после запятой.`,
}

/** Who the reading is from; `estimated`: nobody read the meter, the month was billed by the average or the norm. */
const readingSource = z.enum(['customer', 'operator', 'estimated', 'device'])
export type ReadingSource = z.output<typeof readingSource>

export const meter = z.object({
  id: identifier,
  service: z.string(),
  unit: z.string(),
  serial: z.string(),
  place: z.string().nullish(),
  zones: z.array(
    z.object({
      zone,
      title: z.string(),
      /** Kopecks for a unit now, where the service is charged by this zone alone. */
      tariff: extension(z.number().nonnegative()),
      last: z.object({ value: decimal, at: dayOrMoment, source: readingSource }).nullish(),
    }),
  ),
  /** The most digits of a value before the point; `decimals`: after it. */
  digits: z.int().positive(),
  decimals: z.int().nonnegative(),
  verifiedUntil: day.nullish(),
  /** The usual volume a month. */
  usual: z.object({ t1: decimal.nullish(), t2: decimal.nullish(), t3: decimal.nullish() }).nullish(),
})
export type Meter = z.output<typeof meter>

/** The days on which readings are taken, both included; `open` alone says whether they are taken now. */
const readingWindow = z.object({ from: day, to: day, open: z.boolean() })
export type ReadingWindow = z.output<typeof readingWindow>

export const metersAnswer = z.object({ data: z.object({ window: readingWindow, meters: z.array(meter) }) })

/**
 * A decimal. Any text passes here: the product API refuses an invalid number with an error for the zone of its meter.
 */
const sentValue = z.string().optional()
const sentValues = z.strictObject({ t1: sentValue, t2: sentValue, t3: sentValue })

/** A subset of the meters, and of their zones, is enough; `confirmed`: the meters whose doubts the customer dispelled. */
export const readingsBody = z.object({
  readings: z.array(z.object({ meter: identifier, values: sentValues })),
  confirmed: z.array(identifier).optional(),
})

const acceptedReading = z.object({
  meter: identifier,
  zone,
  value: decimal,
  /** Null for a new meter. */
  previous: decimal.nullable(),
  volume: decimal,
})
export type AcceptedReading = z.output<typeof acceptedReading>

export const receiptAnswer = z.object({
  data: z.object({ number: z.string().min(1), acceptedAt: dayOrMoment, readings: z.array(acceptedReading) }),
})
export type ReadingsReceipt = z.output<typeof receiptAnswer>['data']

/** A reading that the customer has to confirm. `unusual`: unlike other months; `rollover`: below the last one. */
export const readingToConfirm = z.object({
  meter: identifier,
  zone,
  reason: z.enum(['unusual', 'rollover']),
  volume: decimal,
  usual: decimal.nullish(),
  /** It is below the last one because it corrects that one. */
  corrects: extension(z.boolean()),
})
export type ReadingToConfirm = z.output<typeof readingToConfirm>

export const readingHistoryQuery = z.object({
  meter: z.string().optional(),
  cursor: z.string().optional(),
  limit: numberInQuery(mostReadingsOnPage).optional(),
})

export const pastReading = z.object({
  meter: identifier,
  zone,
  value: decimal,
  volume: decimal,
  at: dayOrMoment,
  period,
  source: readingSource,
  /** Its volume replaces the earlier volumes of the same zone and period. */
  corrects: extension(z.boolean()),
  /** The first reading of its zone: it has no consumption. */
  isFirst: extension(z.boolean()),
})
export type PastReading = z.output<typeof pastReading>

/** Newest first. */
export const readingHistoryAnswer = z.object({
  data: z.array(pastReading),
  meta: z.object({ nextCursor: z.string().nullable() }),
})
