import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formatPhone } from 'format/phone'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { Profile } from '~/features/profile/profile'
import { passwordForm, profileForm } from '~/features/profile/profile-forms.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request, context)
  if (!user) return { profile: null, features: [] }
  const { name, email, phone, emailUndeliverable } = user
  const base = await context.baseData.current()
  return {
    profile: {
      name,
      email: readableEmail(email),
      login: email,
      isUndeliverable: email !== '' && (emailUndeliverable ?? false),
      phone: phone ? formatPhone(phone) : '',
    },
    features: base?.features ?? [],
  }
}

export const action = async (args: ActionFunctionArgs) => {
  const fields = await postedFields(args.context)
  return fields.has('password_old') || fields.get('intent') === 'password'
    ? changePassword(args)
    : changeProfile(args)
}

const changeProfile = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, profileForm, {
    call: (body) => api.submit('changeProfile', { body }),
    next: { message: 'Профиль сохранён' },
  })
}

const changePassword = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, passwordForm, {
    call: (body) => api.submit('changeProfilePassword', { body }),
    next: { message: 'Пароль изменён. На других устройствах нужно войти заново.', stays: true },
  })
}

export default function ProfilePage() {
  const { profile, features } = useLoaderData<typeof loader>()
  return <Profile profile={profile} features={features} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Профиль', args)
