import type { Autopayment } from 'contract/autopayments'
import type { SavedMethod } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import { formatMethodTitle } from 'format/payment-method'
import type { Failure } from '~/api-client/failure'
import type { Api } from '~/server/pages/guards.server'

/**
 * The accounts whose autopayments pay with the card. An autopayment names its card by the title alone: another card with the
 * same title counts as well.
 */
const accountsPaidBy = (card: SavedMethod | undefined, autopayments: readonly Autopayment[]): string[] =>
  autopayments.flatMap(({ account, status, method }) =>
    card &&
    method &&
    (status === 'active' || status === 'paused') &&
    formatMethodTitle(method.title) === formatMethodTitle(card.title)
      ? [account]
      : [],
  )

/** What the customer is asked before the card is unlinked; null: no autopayment pays with it. */
const questionWords = (card: SavedMethod | undefined, accounts: readonly string[]): string | null => {
  if (accounts.length === 0) return null
  const [from, withAnother] =
    card?.kind === 'sbp'
      ? ['С этого банковского счёта', 'с картой или другим банковским счётом']
      : ['С этой карты', 'с другой картой']
  return accounts.length === 1
    ? `${from} платит автоплатёж по лицевому счёту ${accounts.join()}. Он остановится: дальше платите сами или подключите его заново ${withAnother}.`
    : `${from} платят автоплатежи по лицевым счетам ${accounts.join(', ')}. Они остановятся: дальше платите сами или подключите их заново ${withAnother}.`
}

/** What to ask before the card is unlinked; null where nothing pays with it, and where that can't be told. */
export const unlinkQuestion = async (api: Api, id: string): Promise<Failure | null> => {
  const [methods, autopayments] = await Promise.all([
    api.submit('savedMethods', {}),
    api.submit('autopayments', {}),
  ])
  if (!methods.ok || !autopayments.ok) return null
  const card = methods.answer.data.find((method) => method.id === id)
  const words = questionWords(card, accountsPaidBy(card, autopayments.answer.data))
  return words === null
    ? null
    : {
        kind: 'invalid',
        message: '',
        code: problemCodes.confirmRequired,
        errors: { '': [words] },
        proof: null,
      }
}
