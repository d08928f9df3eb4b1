import type { Api } from '~/server/pages/guards.server'

/** The account named in the address. Throws the 404 screen for an account that the customer does not have. */
export const findAccount = async (request: Request, api: Api) => {
  const { pathname, searchParams } = new URL(request.url)
  const { data } = await api.load('accounts', { query: {} })
  const account = data.find((one) => one.account === searchParams.get('account'))
  if (account) return account
  throw new Response(`Page Not Found: ${pathname}`, { status: 404 })
}
