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
 * The account that a page is about: the one its address names, else the default one, else the customer's first. A default
 * account that the list lacks counts as none. `load` asks for the page's own data at the same time as for the list;
 * `loaded` is null without any account.
 */
export const forPageAccount = async <Loaded>(
  request: Request,
  { api, defaultAccount }: { api: Api; defaultAccount: AccountNumber | null },
  load: (account: string) => Promise<Loaded>,
): Promise<{ account: Account | null; choices: AccountChoice[]; loaded: Loaded | null }> => {
  const named = new URL(request.url).searchParams.get('account')
  const likely = named || defaultAccount
  const [{ data: accounts }, early] = await Promise.all([
    api.load('accounts', { query: {} }),
    likely ? outcomeOf(load(likely)) : null,
  ])
  const current = named || defaultOf(accounts, defaultAccount)
  const isUsed = current === likely || (early?.ok === false && isRedirect(early.thrown))
  return {
    account: accounts.find(({ account }) => account === current) ?? null,
    choices: accounts.map(({ account, title }) => ({
      account,
      title: title?.trim() || null,
      isCurrent: account === current,
    })),
    loaded: early && isUsed ? loadedOf(early) : current ? await load(current) : null,
  }
}

/** The default account, or the first where there is none or the list lacks it. */
export const defaultOf = (accounts: readonly Account[], defaultAccount: AccountNumber | null) =>
  accounts.find(({ account }) => account === defaultAccount)?.account ?? accounts[0]?.account ?? null

type Outcome<Loaded> = { ok: true; value: Loaded } | { ok: false; thrown: unknown }

const outcomeOf = <Loaded>(loading: Promise<Loaded>): Promise<Outcome<Loaded>> =>
  loading.then(
    (value) => ({ ok: true, value }),
    (thrown: unknown) => ({ ok: false, thrown }),
  )

const loadedOf = <Loaded>(outcome: Outcome<Loaded>): Loaded => {
  if (outcome.ok) return outcome.value
  throw outcome.thrown
}

/** A lost session leads to the login, whatever account was asked about. */
const isRedirect = (thrown: unknown) =>
  thrown instanceof Response && thrown.status >= 300 && thrown.status < 400
