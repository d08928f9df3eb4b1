import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { viewOfConsent } from '~/features/my-data/consent-view'
import { deletionForm } from '~/features/my-data/deletion-form.server'
import { MY_DATA_TITLE, MyData } from '~/features/my-data/my-data'
import { paths } from '~/paths'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'user', feature: 'my-data' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user, api } = await requireUser(request, context)
  const consents = await api.loadIfPossible('consents', {})
  return {
    consents: consents?.data.map((consent) => viewOfConsent(consent, context.config.timeZone)) ?? null,
    email: user?.email ?? '',
  }
}

/** A second press comes when the first one has ended the session. */
const whyLost =
  'Сеанс закончился. Если вы только что удалили личный кабинет, он удалён: письмо со ссылкой, чтобы вернуться, уже в пути. Иначе войдите ещё раз.'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context, { whyLost })
  const form = await readForm(context, deletionForm)
  if (!form.ok) return form.reply
  const result = await api.submit('deletion', { body: form.value })
  if (!result.ok) return form.reject(result.failure)
  // The API has ended the session, whatever cookie its answer carries.
  context.visitor.endSession()
  context.flash.next = newFlash(
    'success',
    'Личный кабинет удалён. Мы отправили вам письмо: по ссылке из него в течение 30\u00a0дней можно вернуться.',
  )
  return seeOther(paths.home)
}

export default function MyDataPage() {
  return <MyData {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(MY_DATA_TITLE, args)
