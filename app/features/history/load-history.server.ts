import type { AppLoadContext } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { pageNotFound, requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { readHistoryFilter } from './history-filter.server'

const PAGE_LENGTH = '20'
const MONTHS = '24'

/** One page of payments and the monthly charges, for the account and the filter in the address. */
export const loadHistory = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const { api } = guarded
  const query = new URL(request.url).searchParams
  const { typed, filter, errors, cursor } = readHistoryFilter(query)
  try {
    const { account, choices, loaded } = await forPageAccount(request, guarded, async (id) => {
      const [payments, charges] = await Promise.all([
        errors
          ? null
          : api.load('history', {
              id,
              query: { ...filter, ...(cursor && { cursor }), limit: PAGE_LENGTH },
            }),
        api.loadIfPossible('charges', { id, query: { months: MONTHS } }),
      ])
      return { account: id, payments, months: charges?.data ?? null }
    })
    // With an invalid filter no payments were requested, so the account is not checked yet.
    if (errors && loaded && !account) {
      throw pageNotFound(request)
    }
    return { customerAccount: account, choices, typed, errors, isFirst: cursor === null, loaded }
  } catch (thrown) {
    // Only the product API can tell whether a cursor is valid; without one the list starts from the beginning.
    const isRefused = thrown instanceof Response && thrown.status === 404
    if (!cursor || !isRefused) throw thrown
    const account = query.get('account')
    throw redirect(paths.history({ ...(account && { account }), ...typed }))
  }
}
