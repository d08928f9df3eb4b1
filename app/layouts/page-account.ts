import type { Account } from 'contract/accounts'
import { shownText, shownTitle } from 'format/shown-text'

/** An account in a page's account switcher. */
export interface AccountChoice {
  account: string
  title: string | null
  /** Only with more than `MAX_IN_A_ROW` accounts, which titles cannot tell apart. */
  address?: string | null | undefined
  isCurrent: boolean
}

export interface AccountSwitcherProps {
  choices: readonly AccountChoice[]
  /** The address of this page for another account. */
  to: (account: string) => string
}

/** The most accounts that the switcher shows in a row; more are a list to choose from. */
export const MAX_IN_A_ROW = 12

/** `current` is the number of the page's account. `null` if the page has no account. */
export const choicesOf = (accounts: readonly Account[], current: string | null): AccountChoice[] =>
  accounts.map(({ account, title, address }) => ({
    account,
    title: shownTitle(title),
    ...(accounts.length > MAX_IN_A_ROW && { address: shownText(address) }),
    isCurrent: account === current,
  }))

/** The title of a page about one account. If the customer has several, it names the account: 'Оплата: Гараж, 5330001748'. */
export const titleOfAccount = (title: string, choices: readonly AccountChoice[] = []): string =>
  titleWithAccount(title, choices.length > 1 ? choices.find(({ isCurrent }) => isCurrent) : null)

/** A title that always names its account: 'Автоплатёж: лицевой счёт 5330001748'. Null: it could not be loaded. */
export const titleWithAccount = (
  title: string,
  account: { account: string; title?: string | null } | null | undefined,
): string => {
  if (!account) return title
  return `${title}: ${account.title ? `${account.title}, ` : 'лицевой счёт '}${account.account}`
}

/** The title of a list's page: 'История платежей', from its second part on 'История платежей, более ранние'. */
export const titleOfPart = (title: string, isFurther: boolean) =>
  isFurther ? `${title}, более ранние` : title

/** What the customer may do with an account that they see; its owner may do everything. */
export const rightsOf = ({ access }: Pick<Account, 'access'>) =>
  access && !access.owner
    ? { own: false, readings: access.readings, pay: access.pay }
    : { own: true, readings: true, pay: true }
export type AccountRight = keyof ReturnType<typeof rightsOf>
