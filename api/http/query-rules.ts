import { z } from 'zod'

/** A form sent by GET names also the fields that were left empty. */
export const filled = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** A whole number of a query, from 1 to `most` (at most 999). */
export const wholeNumber = (most: number, error: string) =>
  z
    .string()
    .regex(/^\d{1,3}$/, error)
    .transform(Number)
    .refine((number) => number >= 1 && number <= most, error)
