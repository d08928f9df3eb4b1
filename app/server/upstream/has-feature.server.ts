import type { BaseData } from 'contract/base-data'
import type { Feature } from 'contract/features'

/** Whether the product API has a feature. Without base data it has none. */
export const hasFeature = (base: BaseData | null, feature: Feature): boolean =>
  base?.features?.includes(feature) ?? false
