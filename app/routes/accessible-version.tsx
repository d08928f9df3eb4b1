import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirectDocument,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { isSecure } from '~/framework/portal-cookie.server'
import { paths } from '~/paths'
import { chosenSettings, type Settings, usualSettings } from '~/preferences/accessible-version/settings'
import { SettingsPage } from '~/preferences/accessible-version/settings-page'
import { accessibleVersionCookie } from '~/preferences/accessible-version/version-cookie.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { sitePath } from '~/server/http/redirects.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'all', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  const redirectTo = new URLSearchParams(context.query).get('redirectTo')
  return {
    settings: context.accessible ?? usualSettings,
    redirectTo: sitePath(redirectTo, context.config.publicUrl) ?? paths.accessibleVersion,
  }
}

/** Stores the chosen version and returns to the page it was chosen on, always by a full page load. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  await anyone(request, context)
  const { publicUrl } = context.config
  const fields = await postedFields(context)
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : null
  }
  const page = sitePath(text('back'), publicUrl) ?? refererPath(request, publicUrl) ?? paths.home
  const cookie = accessibleVersionCookie(versionAfter(text, context.accessible), isSecure(context.config))
  return redirectDocument(page, { status: 303, headers: { 'Set-Cookie': cookie } })
}

/** Null is the usual version, which has no settings to reset. */
const versionAfter = (
  getValue: (name: string) => string | null,
  before: Settings | null,
): Settings | null => {
  switch (getValue('intent')) {
    case 'off':
      return null
    case 'reset':
      return before && usualSettings
    default:
      return chosenSettings(getValue, before ?? usualSettings)
  }
}

const refererPath = (request: Request, publicUrl: URL) => {
  const referer = request.headers.get('referer') ?? ''
  return referer.startsWith(`${publicUrl.origin}/`)
    ? sitePath(referer.slice(publicUrl.origin.length), publicUrl)
    : null
}

export default function AccessibleVersion() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(
    'Версия для слабовидящих',
    args,
    'Настройки версии для слабовидящих: размер текста, цвета, шрифт, интервалы и картинки.',
  )
