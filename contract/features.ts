import type { z } from 'zod'

/**
 * Optional parts of a product API; base data list the ones it has. `confirmation`: the API itself refuses a payment
 * that may pay a debt twice with `confirm_required`, so the portal asks nothing before its call. `remembered-device`:
 * the code of a login may come with `rememberDevice`, and the password is then enough on that device for 30 days.
 * `autopayment-card`: a change of an autopayment may name the saved card that it charges from then on.
 */
export const featureNames = [
  'security',
  'my-data',
  'explanation',
  'readings',
  'reminders',
  'basket',
  'confirmation',
  'remembered-device',
  'invoice-letters',
  'autopayment-card',
  'account-title',
  'family',
] as const
export type Feature = (typeof featureNames)[number]

/**
 * A field that we add to the specification. Another product API may use its name for something else, so an invalid
 * value counts as left out, like any unknown field.
 */
export const extension = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined)
