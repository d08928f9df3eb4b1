import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { invitationBody } from 'contract/family'
import { longestReturnedId } from 'contract/limits'
import { portalPaths } from 'contract/portal-paths'
import { problemCodes } from 'contract/problem'
import { formatMoment, today } from 'format/dates'
import { z } from 'zod'
import { nameAccount } from '~/layouts/named-account'
import { rightsOf } from '~/layouts/page-account'
import { paths } from '~/paths'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readIdempotentForm, submitForm } from '~/server/forms/submit-form.server'
import { type Api, pageNotFound, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm, withFreshPage } from '~/server/pages/load-beside-form.server'
import { defaultOf, forPageAccount } from '~/server/pages/page-account.server'
import { viewOfAccess } from './access-view'
import { INVITATION_TITLE } from './invitation-link'

/** Invites somebody to an account; the page's address says which. */
export const inviteForm = defineForm({ name: 'invite', schema: invitationBody })

/** The button that confirms who has accepted an invitation. */
export const confirmGrantForm = defineForm({
  name: 'confirm-grant',
  schema: z
    .object({ grant: z.string().max(longestReturnedId).catch('') })
    .refine(({ grant }) => grant !== '', 'Обновите страницу и нажмите кнопку ещё раз.'),
})

/** The button that ends an access; the page's address says which. */
export const closeAccessForm = defineForm({ name: 'close-access', schema: z.object({}) })

/**
 * Loads who has access to the account in the address. `shown` is null for a customer who owns no account, and if it could
 * not be loaded beside a rejected form.
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

/** Handles the forms of the page: an invitation, and the confirmation of who has accepted one. */
export const submitAccess = async (args: ActionFunctionArgs) => {
  const intent = (await postedFields(args.context)).get('intent')
  return intent === confirmGrantForm.name ? confirmGrant(args) : invite(args)
}

const invite = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readIdempotentForm(context, inviteForm)
  if (!form.ok) return form.reply
  const account = await accountOf(request, api)
  if (!account) throw new Response(null, { status: 404 })
  const result = await api.submit('inviteToAccount', {
    id: account,
    idempotencyKey: form.idempotencyKey,
    body: form.value,
  })
  if (!result.ok) {
    const { failure } = result
    const isSameEmail = failure.kind === 'conflict' && failure.code === problemCodes.alreadyGranted
    return form.reject(failure, isSameEmail ? { atField: 'email' } : {})
  }
  const { data: grant, code } = result.answer
  context.form = { state: 'accepted', title: INVITATION_TITLE, isShownOnce: true }
  return {
    account,
    link: new URL(portalPaths.accessInvite(grant.id, code), context.config.publicUrl).href,
    email: grant.email ?? null,
    expires: grant.expiresAt ? formatMoment(grant.expiresAt, context.config.timeZone) : null,
  }
}

const confirmGrant = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, confirmGrantForm, {
    call: ({ grant }) => api.submit('confirmGrant', { id: grant }),
    async refuse(failure, reject) {
      const rejected = reject(failure)
      // Another owner may have been quicker.
      const isOutOfDate = failure.kind === 'conflict' || failure.kind === 'missing'
      if (!isOutOfDate) return rejected
      return withFreshPage(rejected, context, async (fresh) => {
        const page = await loadAccess(request, fresh)
        return page.shown ? page : null
      })
    },
    next: {
      message: 'Доступ открыт: мы написали об этом письмо',
      stays: true,
      to: paths.access(new URL(request.url).searchParams.get('account') ?? undefined),
    },
  })
}

/** The account in the address, or else the one that the page shows without it. */
const accountOf = async (request: Request, api: Api): Promise<string | null> => {
  const fromAddress = new URL(request.url).searchParams.get('account')
  if (fromAddress) return fromAddress
  const { data: accounts } = await api.load('accounts', { query: {} })
  const owned = accounts.filter((account) => rightsOf(account).own)
  return defaultOf(owned, owned.find(({ isDefault }) => isDefault)?.account ?? null)
}
