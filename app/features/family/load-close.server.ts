import type { AppLoadContext } from '@remix-run/node'
import type { Account } from 'contract/accounts'
import { nameAccount } from '~/layouts/named-account'
import { rightsOf } from '~/layouts/page-account'
import { paths } from '~/paths'
import { type Api, pageNotFound, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { isOpen, viewOfGrant } from './access-view'

/** The account and the grant in the address of the page that ends an access. */
export const closedAccess = ({ url }: Request) => {
  const { searchParams } = new URL(url)
  return { account: searchParams.get('account') ?? '', grant: searchParams.get('grant') ?? '' }
}

/** What is to be ended; null where it could not be loaded beside a rejected form. */
export const loadClose = async (request: Request, context: AppLoadContext) => {
  const { api } = await requireUser(request, context)
  return loadBesideForm(context, find(request, context, api))
}

/** Throws the 404 screen unless the customer owns the account and the access is open, or has it themselves. */
const find = async (request: Request, context: AppLoadContext, api: Api) => {
  const { account, grant } = closedAccess(request)
  const { data: accounts } = await api.load('accounts', { query: {} })
  const customerAccount = accounts.find((one) => one.account === account)
  const view =
    customerAccount &&
    (rightsOf(customerAccount).own
      ? await ofOwner(customerAccount, grant, context, api)
      : ofHolder(customerAccount, grant))
  if (!customerAccount || !view) throw pageNotFound(request)
  return { account, named: nameAccount(account, customerAccount), ...view }
}

const ofOwner = async ({ account }: Account, id: string, { config }: AppLoadContext, api: Api) => {
  const { data } = await api.load('access', { id: account })
  const grant = data.grants.find((one) => one.id === id)
  return grant && isOpen(grant) ? { as: 'owner' as const, grant: viewOfGrant(grant, config.timeZone) } : null
}

const ofHolder = ({ access }: Account, id: string) =>
  id && access?.grant === id ? { as: 'holder' as const, from: access.from ?? null, canPay: access.pay } : null

/** The owner's list of who has access; a holder who has left sees the account no longer. */
export const pageAfterClose = async (account: string, api: Api): Promise<string> => {
  const accounts = await api.loadIfPossible('accounts', { query: {} })
  const isOwner = accounts?.data.some((one) => one.account === account && rightsOf(one).own)
  return isOwner ? paths.access(account) : paths.accounts
}
