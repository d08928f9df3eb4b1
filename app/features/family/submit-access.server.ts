import type { ActionFunctionArgs } from '@remix-run/node'
import { portalPaths } from 'contract/portal-paths'
import { problemCodes } from 'contract/problem'
import { formatMoment } from 'format/dates'
import { rightsOf } from '~/layouts/page-account'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readIdempotentForm, submitForm } from '~/server/forms/submit-form.server'
import { type Api, requireUser } from '~/server/pages/guards.server'
import { withFreshPage } from '~/server/pages/load-beside-form.server'
import { defaultOf } from '~/server/pages/page-account.server'
import { confirmGrantForm, inviteForm } from './family-forms.server'
import { INVITATION_TITLE } from './invitation-link'
import { loadAccess } from './load-access.server'

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
  const named = new URL(request.url).searchParams.get('account')
  if (named) return named
  const { data: accounts } = await api.load('accounts', { query: {} })
  const owned = accounts.filter((account) => rightsOf(account).own)
  return defaultOf(owned, owned.find(({ isDefault }) => isDefault)?.account ?? null)
}
