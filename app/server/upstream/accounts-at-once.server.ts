import type { BaseData } from 'contract/base-data'
import { mostAccountsAtOnce } from 'contract/limits'
import { hasFeature } from './has-feature.server'

/** How many accounts one payment may have. */
export const accountsAtOnce = (base: BaseData | null): number =>
  hasFeature(base, 'basket') ? Math.min(base?.accountsAtOnce ?? mostAccountsAtOnce, mostAccountsAtOnce) : 1
