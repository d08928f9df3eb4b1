import type { AppLoadContext } from '@remix-run/node'
import { today } from 'format/dates'
import { nameAccount } from '~/layouts/named-account'
import { pageNotFound, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { viewOfAccess } from './access-view'

/**
 * Who has the account in the address. `shown` is null for a customer who owns none, and where it could not be loaded beside
 * a rejected form.
 */
export const loadAccess = async (request: Request, context: AppLoadContext) => {
  const { config, idempotencyKey } = context
  const page = { idempotencyKey, today: today(config.timeZone, new Date()) }
  const nothing = { ...page, choices: [], shown: null, ownsNone: false }
  if (context.form.state === 'accepted') return nothing
  const guarded = await requireUser(request, context)
  const loading = forPageAccount(
    request,
    guarded,
    async (id) => (await guarded.api.load('access', { id })).data,
    'own',
  )
  const pageAccount = await loadBesideForm(context, loading, 'keep form')
  if (!pageAccount) return nothing
  const { account, choices, loaded } = pageAccount
  if (!account || !loaded) {
    if (new URL(request.url).searchParams.get('account')) throw pageNotFound(request)
    return { ...nothing, ownsNone: true }
  }
  const number = account.account
  const shown = {
    account: number,
    named: nameAccount(number, account),
    ...viewOfAccess(loaded, config.timeZone),
  }
  return { ...page, choices, shown, ownsNone: false }
}

export type AccessState = Awaited<ReturnType<typeof loadAccess>>
