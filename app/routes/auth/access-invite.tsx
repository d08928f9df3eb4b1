import { type AppLoadContext, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { rightsInWords } from 'format/account'
import { formatDayWithYear } from 'format/dates'
import { shownText } from 'format/shown-text'
import { pageMeta } from '~/document/page-meta'
import { INVITED_TITLE, Invitation } from '~/features/mailed-links/invitation'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { incompleteLink, mailedCode, mailedId } from '~/features/mailed-links/mailed-link.server'
import { submitInvitation } from '~/features/mailed-links/submit-invitation.server'
import { type Api, anyone } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'all',
  secret: true,
  feature: 'family',
  isValid: hasMailedId,
} satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadInvitation(request, context)

export const action = submitInvitation

export default function AccessInvitePage() {
  return <Invitation {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(INVITED_TITLE, args)

/**
 * What the invitation in the address is to. `useless` says why it can't be accepted, `shown` is null then, and where it could
 * not be loaded beside a rejected form.
 */
const loadInvitation = async (request: Request, context: AppLoadContext) => {
  const { api } = await anyone(request, context)
  const [user, preview] = await Promise.all([
    context.visitor.currentUser(),
    loadBesideForm(context, loadPreview(request, api)),
  ])
  // The sender of a form was signed in, even if that can't be checked now.
  const isSignedIn =
    Boolean(user) || (context.form.state === 'rejected' && context.visitor.userFailure !== null)
  if (!preview) return data({ isSignedIn, shown: null, useless: null })
  if (!preview.ok) {
    const { failure } = preview
    const status = failure.kind === 'gone' && failure !== incompleteLink ? 410 : 400
    return data({ isSignedIn, shown: null, useless: failure.message || OVER }, { status })
  }
  const { from, account, address, rights, until, status } = preview.answer.data
  const rows = [
    ...(shownText(from) ? [{ term: 'От кого', description: shownText(from) }] : []),
    { term: 'Лицевой счёт', description: account },
    ...(shownText(address) ? [{ term: 'Адрес', description: shownText(address) }] : []),
    { term: 'Вы сможете', description: rightsInWords(rights) },
    ...(until ? [{ term: 'По какой день', description: formatDayWithYear(until) }] : []),
  ]
  return data({ isSignedIn, shown: { rows, isWaiting: status === 'waiting' }, useless: null })
}

const loadPreview = async (request: Request, api: Api) => {
  const code = mailedCode(request)
  if (!code) return { ok: false as const, failure: incompleteLink }
  return api.loadMailed('previewInvitation', { id: mailedId(request), body: { code } })
}

const OVER = 'Приглашение больше не действует. Попросите новое.'
