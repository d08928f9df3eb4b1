import type { Account } from 'contract/accounts'
import type { AccountNumber } from 'contract/identifiers'
import { type AccountChoice, type AccountRight, choicesOf, rightsOf } from '~/layouts/page-account'
import { type Api, pageNotFound } from './guards.server'

/**
 * The account that a page is about: the one in its address, otherwise the default one if the list has it, otherwise the
 * first. `load` fetches the page's own data in parallel with the list; `loaded` is null for a customer without accounts.
 * With `right`, accounts without that right are left out. Throws the 403 screen if the account in the address lacks it,
 * but not for `own`: the API answers 404 itself.
 */
export const forPageAccount = async <Loaded>(
  request: Request,
  { api, defaultAccount }: { api: Api; defaultAccount: AccountNumber | null },
  load: (account: string) => Promise<Loaded>,
  right?: AccountRight,
): Promise<{ account: Account | null; choices: AccountChoice[]; loaded: Loaded | null }> => {
  const fromAddress = new URL(request.url).searchParams.get('account')
  const expected = fromAddress || defaultAccount
  const [{ data: customerAccounts }, early] = await Promise.all([
    api.load('accounts', { query: {} }),
    expected ? outcomeOf(load(expected)) : null,
  ])
  const accounts = right ? customerAccounts.filter((account) => rightsOf(account)[right]) : customerAccounts
  if (right && right !== 'own') refuseWithout(right, customerAccounts, fromAddress)
  const current = fromAddress || defaultOf(accounts, defaultAccount)
  const isUsed = current === expected || (early?.ok === false && isRedirect(early.thrown))
  return {
    account: accounts.find(({ account }) => account === current) ?? null,
    choices: choicesOf(accounts, current),
    loaded: early && isUsed ? loadedOf(early) : current ? await load(current) : null,
  }
}

/** Throws the 403 screen for an account that the customer sees, without the right. */
export const refuseWithout = (
  right: AccountRight,
  customerAccounts: readonly Account[],
  number: string | null,
) => {
  const account = customerAccounts.find(({ account }) => account === number)
  if (account && !rightsOf(account)[right]) throw new Response(null, { status: 403 })
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

/** After a lost session every account leads to the login. */
const isRedirect = (thrown: unknown) =>
  thrown instanceof Response && thrown.status >= 300 && thrown.status < 400

/**
 * The account named in the address. Throws the 404 screen for an account that the customer does not see, and the 403 screen
 * for one without the right.
 */
export const findAccount = async (request: Request, api: Api, right?: AccountRight) => {
  const { searchParams } = new URL(request.url)
  const { data } = await api.load('accounts', { query: {} })
  if (right) refuseWithout(right, data, searchParams.get('account'))
  const account = data.find((one) => one.account === searchParams.get('account'))
  if (account) return account
  throw pageNotFound(request)
}
