import type { BaseData } from 'contract/base-data'
import { type PaymentKind, paymentKinds } from 'contract/payments'

/** The kinds of payment that a customer chooses from, the preselected one first; empty where there is no choice. */
export const kindsToChoose = (base: BaseData | null): readonly PaymentKind[] => {
  const named = base?.paymentKinds ?? []
  const kinds = paymentKinds
    .filter((kind) => named.includes(kind))
    .toSorted((a, b) => named.indexOf(a) - named.indexOf(b))
  return kinds.length > 1 ? kinds : []
}
