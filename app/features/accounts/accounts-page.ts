/** One page of a list of accounts. */
export interface AccountsPageView {
  /** Of all accounts in the list. */
  count: number
  /** From 1. */
  number: number
  pages: number
  first: number
  last: number
}

const ACCOUNTS_ON_A_PAGE = 50

/**
 * The page of that number, as typed in the address: the first for what is no number, the last for what is too high.
 * `page` is null for a list of one page.
 */
export const pageOfAccounts = <Item>(
  items: readonly Item[],
  typed: string | null,
): { shown: readonly Item[]; page: AccountsPageView | null } => {
  if (items.length <= ACCOUNTS_ON_A_PAGE) return { shown: items, page: null }
  const pages = Math.ceil(items.length / ACCOUNTS_ON_A_PAGE)
  const requestedPage = /^\d{1,6}$/.test(typed ?? '') ? Number(typed) : 1
  const number = Math.min(Math.max(requestedPage, 1), pages)
  const start = (number - 1) * ACCOUNTS_ON_A_PAGE
  const shown = items.slice(start, start + ACCOUNTS_ON_A_PAGE)
  return {
    shown,
    page: { count: items.length, number, pages, first: start + 1, last: start + shown.length },
  }
}
