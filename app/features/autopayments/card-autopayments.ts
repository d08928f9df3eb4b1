import type { Autopayment } from 'contract/autopayments'
import type { SavedMethod } from 'contract/payments'
import { formatMethodTitle } from 'format/method-title'

/**
 * The accounts whose autopayments pay with the card. An autopayment names its card by the title alone: another card with the
 * same title counts as well.
 */
export const accountsPaidBy = (
  card: SavedMethod | undefined,
  autopayments: readonly Autopayment[],
): string[] =>
  autopayments.flatMap(({ account, status, method }) =>
    card &&
    method &&
    (status === 'active' || status === 'paused') &&
    formatMethodTitle(method.title) === formatMethodTitle(card.title)
      ? [account]
      : [],
  )

/** What the customer is asked before the card is unlinked; null: no autopayment pays with it. */
export const unlinkQuestion = (accounts: readonly string[]): string | null => {
  if (accounts.length === 0) return null
  return accounts.length === 1
    ? `С этой карты платит автоплатёж по лицевому счёту ${accounts.join()}. Он остановится: дальше платите сами или подключите его заново с другой картой.`
    : `С этой карты платят автоплатежи по лицевым счетам ${accounts.join(', ')}. Они остановятся: дальше платите сами или подключите их заново с другой картой.`
}
