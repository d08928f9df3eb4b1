/**
 * Optional parts of a product API; base data list those that it has. `confirmation`: the API itself refuses a payment that
 * may pay a debt twice with `confirm_required`, so the portal asks nothing before its call.
 */
export const featureNames = [
  'security',
  'my-data',
  'explanation',
  'readings',
  'reminders',
  'basket',
  'confirmation',
] as const
export type Feature = (typeof featureNames)[number]
