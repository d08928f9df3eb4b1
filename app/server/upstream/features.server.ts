import type { BaseData } from 'contract/base-data'
import type { Feature } from 'contract/features'
import { mostAccountsAtOnce } from 'contract/limits'
import { type PaymentKind, paymentKinds } from 'contract/payments'

/** Whether the product API has a feature. Without base data it has none. */
export const hasFeature = (base: BaseData | null, feature: Feature): boolean =>
  base?.features?.includes(feature) ?? false

/** How many accounts one payment may have. */
export const accountsAtOnce = (base: BaseData | null): number =>
  hasFeature(base, 'basket') ? Math.min(base?.accountsAtOnce ?? mostAccountsAtOnce, mostAccountsAtOnce) : 1

/** The kinds of payment that a customer chooses from, the preselected one first; empty where there is no choice. */
export const kindsToChoose = (base: BaseData | null): readonly PaymentKind[] => {
  const named = base?.paymentKinds ?? []
  const kinds = paymentKinds
    .filter((kind) => named.includes(kind))
    .toSorted((a, b) => named.indexOf(a) - named.indexOf(b))
  return kinds.length > 1 ? kinds : []
}
