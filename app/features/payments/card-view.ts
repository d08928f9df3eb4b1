import type { SavedMethod } from 'contract/payments'
import { formatCardExpiry, formatMethodTitle } from 'format/payment-method'

/** A saved card as a choice of a payment form. */
export interface CardView {
  value: string
  title: string
  hint: string | null
}

export const viewOfMethods = (methods: readonly SavedMethod[]): CardView[] =>
  methods.map(({ id, kind, title, expiresAt }) => ({
    value: id,
    title: formatMethodTitle(title) || (kind === 'sbp' ? 'СБП' : 'Карта'),
    hint: formatCardExpiry(expiresAt),
  }))

/** The card that a rejected form has chosen, while the saved ones can't be loaded: its next submit is the same request. */
export const postedCard = (id: string | null): CardView[] =>
  id ? [{ value: id, title: 'Сохранённая карта', hint: null }] : []
