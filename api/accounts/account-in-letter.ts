import { quoted } from 'format/quoted'
import { isolated } from 'format/shown-text'
import { maskAccount } from './masks'

export interface AccountInLetter {
  account: string
  /** The name that the reader of the letter has given to the account; null for none, and for any other reader. */
  ownTitle: string | null
}

/** '•••• 1186 («Мамина квартира»)', or the number alone. */
export const accountInLetter = ({ account, ownTitle }: AccountInLetter): string =>
  ownTitle === null ? maskAccount(account) : `${maskAccount(account)} (${quoted(isolated(ownTitle))})`
