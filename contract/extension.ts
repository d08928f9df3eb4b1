import type { z } from 'zod'

/**
 * A field of our own beside those of the contract. Another product API may use its name for something else, so an
 * unusable value counts as left out, like any field that the contract does not name.
 */
export const extension = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined)
