import type { Feature } from 'contract/features'

/** The features that the embedded product API has; base data name them. */
export const servedFeatures: readonly Feature[] = [
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
]
