/** Optional parts of a product API; base data list those that it has. */
export const featureNames = ['security', 'my-data', 'explanation', 'readings', 'reminders', 'basket'] as const
export type Feature = (typeof featureNames)[number]
