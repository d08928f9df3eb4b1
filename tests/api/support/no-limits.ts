import { defaultLimits, type LimitName, type LimitRule } from 'api/limits/rules'

/** For tests that send more requests than a person may. */
export const noLimits: Partial<Record<LimitName, LimitRule>> = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, { minutes }]) => [name, { max: 1_000_000, minutes }]),
)
