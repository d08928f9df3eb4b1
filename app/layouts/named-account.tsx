import type { Account } from 'contract/accounts'
import { shownText, shownTitle } from 'format/shown-text'

/** The account that a page is about, as the page names it. */
export interface NamedAccount {
  /** 'Гараж, лицевой счёт 5330001748' */
  name: string
  address: string | null
}

/** `account` is null when only the account's number is known. */
export const nameAccount = (number: string, account: Account | null): NamedAccount => {
  const title = shownTitle(account?.title)
  return {
    name: title ? `${title}, лицевой счёт ${number}` : `Лицевой счёт ${number}`,
    address: shownText(account?.address),
  }
}

/** Names the page's account below the heading, also on paper, which has no account switcher. */
export function AccountLead({ account: { name, address } }: { account: NamedAccount }) {
  return (
    <>
      <p>{name}</p>
      {address && <p>{address}</p>}
    </>
  )
}
