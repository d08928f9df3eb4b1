import type { AccountRight } from '~/layouts/account-rights'
import type { Api } from '~/server/pages/guards.server'
import { refuseWithout } from '~/server/pages/page-account.server'

/**
 * The account named in the address. Throws the 404 screen for an account that the customer does not see, and the 403 screen
 * for one without the right.
 */
export const findAccount = async (request: Request, api: Api, right?: AccountRight) => {
  const { pathname, searchParams } = new URL(request.url)
  const { data } = await api.load('accounts', { query: {} })
  if (right) refuseWithout(right, data, searchParams.get('account'))
  const account = data.find((one) => one.account === searchParams.get('account'))
  if (account) return account
  throw new Response(`Page Not Found: ${pathname}`, { status: 404 })
}
