import { z } from 'zod'

/** Takes an empty value as missing: a GET form sends empty fields, too. */
export const filled = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** An integer from 1 to `most`, at most 999. */
export const wholeNumber = (most: number, error: string) =>
  z
    .string()
    .regex(/^\d{1,3}$/, error)
    .transform(Number)
    .refine((number) => number >= 1 && number <= most, error)
