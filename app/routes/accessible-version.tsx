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
import {
  chosenSettings,
  type Settings,
  settings as settingDefinitions,
  settingNames,
  usualSettings,
} from '~/preferences/accessible-version/settings'
import { accessibleVersionCookie } from '~/preferences/accessible-version/version-cookie.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { sitePath } from '~/server/http/redirects.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Button } from '~/ui/button/button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import { Stack } from '~/ui/stack/stack'

export const handle = { access: 'all', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  const redirectTo = new URLSearchParams(context.query).get('redirectTo')
  return {
    settings: context.accessible ?? usualSettings,
    redirectTo: sitePath(redirectTo, context.config.publicUrl) ?? paths.accessibleVersion,
  }
}

/** Stores the chosen version and returns to the visitor's page, always by a full page load. */
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

/** `null`: the usual version, which has no settings to reset. */
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

/** The settings of the accessible version as a page. */
export default function AccessibleVersion() {
  const { settings, redirectTo } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Версия для слабовидящих"
        lead="Выберите, как показывать сайт. Мы запомним выбор в этом браузере на год."
      />
      <form method="post" action={paths.accessibleVersion}>
        <input type="hidden" name="back" value={redirectTo} />
        <Stack gap="large">
          {settingNames.map((name) => (
            <RadioGroup
              key={name}
              id={`setting-${name}`}
              name={name}
              label={settingDefinitions[name].title}
              options={settingDefinitions[name].options}
              defaultValue={settings[name]}
            />
          ))}
          <Stack direction="row">
            <Button size="large">Применить</Button>
            <Button size="large" kind="secondary" name="intent" value="reset">
              Сбросить настройки
            </Button>
          </Stack>
        </Stack>
      </form>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(
    'Версия для слабовидящих',
    args,
    'Настройки версии для слабовидящих: размер текста, цвета, шрифт, интервалы и картинки.',
  )
