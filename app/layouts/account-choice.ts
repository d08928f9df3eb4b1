import type { Account } from 'contract/accounts'
import { shownText, shownTitle } from 'format/shown-text'

/** An account in a page's account switcher. */
export interface AccountChoice {
  account: string
  title: string | null
  /** Only where there are too many accounts to tell them apart by their titles. */
  address?: string | null | undefined
  isCurrent: boolean
}

export interface AccountSwitcherProps {
  choices: readonly AccountChoice[]
  /** The address of this page for another account. */
  to: (account: string) => string
}

/** More accounts can't be looked through in a row: they are a list to choose from. */
export const MAX_IN_A_ROW = 12

/** `current` is the number of the page's account; null where there is none. */
export const choicesOf = (accounts: readonly Account[], current: string | null): AccountChoice[] =>
  accounts.map(({ account, title, address }) => ({
    account,
    title: shownTitle(title),
    ...(accounts.length > MAX_IN_A_ROW && { address: shownText(address) }),
    isCurrent: account === current,
  }))
