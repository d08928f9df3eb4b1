import type { Account } from 'contract/accounts'
import type { AccountNumber } from 'contract/identifiers'
import type { Api } from './guards.server'

/** An account as the switcher of a page names it. */
export interface AccountChoice {
  account: string
  title: string | null
  isCurrent: boolean
}

/**
 * The account that a page is about: the one its address names, else the default one, else the customer's first.
 * `load` asks for the page's own data at the same time as for the list of accounts; `loaded` is null without any account.
 */
export const forPageAccount = async <Loaded>(
  request: Request,
  { api, defaultAccount }: { api: Api; defaultAccount: AccountNumber | null },
  load: (account: string) => Promise<Loaded>,
): Promise<{ account: Account | null; choices: AccountChoice[]; loaded: Loaded | null }> => {
  const asked = new URL(request.url).searchParams.get('account') || defaultAccount
  const [{ data: accounts }, early] = await Promise.all([
    api.load('accounts', { query: {} }),
    asked ? load(asked) : null,
  ])
  const current = asked ?? accounts[0]?.account
  return {
    account: accounts.find(({ account }) => account === current) ?? null,
    choices: accounts.map(({ account, title }) => ({
      account,
      title: title?.trim() || null,
      isCurrent: account === current,
    })),
    loaded: early ?? (current ? await load(current) : null),
  }
}
