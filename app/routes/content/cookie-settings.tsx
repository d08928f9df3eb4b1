import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CookieSettings } from '~/layouts/cookies/cookie-settings'
import { pageMeta } from '~/page-meta'
import { paths } from '~/paths'
import { asCookieChoice, cookieChoiceCookie } from '~/server/cookie-choice.server'
import { newFlash } from '~/server/flash.server'
import { anyone } from '~/server/guards.server'
import { postedFields } from '~/server/posted-fields.server'
import { seeOther, sitePath } from '~/server/redirects.server'

export const handle = { access: 'all' }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  const { metrikaId, trustBadgeUrl } = context.config
  return { choice: context.cookieChoice, hasCounter: metrikaId !== null, hasBadge: trustBadgeUrl !== null }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  await anyone(request, context)
  const { config, replyHeaders } = context
  const fields = await postedFields(context)
  const choice = asCookieChoice(fields.get('choice'))
  if (!choice) return data(null, { status: 400 })
  replyHeaders.append('Set-Cookie', cookieChoiceCookie(choice, config.publicUrl.protocol === 'https:'))
  const redirectTo = sitePath(String(fields.get('redirectTo')), config.publicUrl) ?? paths.cookieSettings
  if (redirectTo === paths.cookieSettings) context.flash.next = newFlash('success', 'Выбор сохранён')
  return seeOther(redirectTo)
}

export default function CookieSettingsPage() {
  return <CookieSettings cookies={useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Настройки cookie', args)
