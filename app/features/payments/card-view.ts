import type { SavedMethod } from 'contract/payments'
import { formatCardExpiry } from 'format/card-expiry'
import { formatMethodTitle } from 'format/method-title'

/** A saved card as a choice of a payment form. */
export interface CardView {
  value: string
  title: string
  hint: string | null
}

export const viewOfMethods = (methods: readonly SavedMethod[]): CardView[] =>
  methods.map(({ id, title, expiresAt }) => ({
    value: id,
    title: formatMethodTitle(title),
    hint: formatCardExpiry(expiresAt),
  }))
