import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { isSecure } from '~/framework/portal-cookie.server'
import { paths } from '~/paths'
import { asCookieChoice, cookieChoiceCookie } from '~/preferences/cookie-consent/cookie-choice.server'
import { CookieSettings } from '~/preferences/cookie-consent/cookie-settings'
import { postedFields } from '~/server/forms/posted-fields.server'
import { seeOther, sitePath } from '~/server/http/redirects.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'all', secret: false } satisfies RouteHandle

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
  replyHeaders.append('Set-Cookie', cookieChoiceCookie(choice, isSecure(config)))
  const redirectTo = sitePath(String(fields.get('redirectTo')), config.publicUrl) ?? paths.cookieSettings
  if (redirectTo === paths.cookieSettings) context.flash.next = newFlash('success', 'Выбор сохранён')
  return seeOther(redirectTo)
}

export default function CookieSettingsPage() {
  return <CookieSettings cookies={useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta('Настройки cookie', args, 'Какие файлы cookie использует сайт и как от них отказаться.')
