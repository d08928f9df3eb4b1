import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { isSecure } from '~/framework/portal-cookie.server'
import { paths } from '~/paths'
import { asCookieChoice, cookieChoiceCookie } from '~/preferences/cookie-consent/cookie-choice.server'
import { CookieForm, thirdPartyScriptsInWords } from '~/preferences/cookie-consent/cookie-form'
import { postedFields } from '~/server/forms/posted-fields.server'
import { seeOther, sitePath } from '~/server/http/redirects.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { Prose } from '~/ui/prose/prose'

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

/** Says what the site stores and loads from other sites. The visitor can change the choice at any time. */
export default function CookieSettingsPage() {
  const cookies = useLoaderData<typeof loader>()
  const asks = cookies.hasCounter
  const scripts = thirdPartyScriptsInWords(cookies)
  return (
    <>
      <PageHeading
        title="Настройки cookie"
        lead={<p>{asks ? choiceTexts[cookies.choice ?? 'none'] : noChoiceText(scripts)}</p>}
      />
      <Prose>
        <p>
          Необходимые файлы cookie помнят, что вы вошли, узнают ваше устройство, хранят выбранную версию сайта
          и&nbsp;ответ на&nbsp;этот вопрос. Без них сайт не&nbsp;работает, поэтому согласие для них
          не&nbsp;нужно.
        </p>
        {asks && (
          <p>
            С&nbsp;вашего согласия сайт загружает ещё {scripts}. Счётчик узнаёт, какие страницы открывают, но
            не видит ни лицевых счетов, ни платежей, ни того, что вы вводите.
          </p>
        )}
      </Prose>
      {asks && (
        <Panel title="Ваш выбор">
          <CookieForm redirectTo={paths.cookieSettings} reload />
        </Panel>
      )}
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta('Настройки cookie', args, 'Какие файлы cookie использует сайт и как от них отказаться.')

const noChoiceText = (scripts: string) =>
  scripts
    ? `Сайт хранит только необходимые файлы cookie. С других сайтов он загружает ${scripts} и больше ничего.`
    : 'Сайт хранит только необходимые файлы cookie и ничего не загружает с других сайтов.'
const choiceTexts = {
  none: 'Вы ещё не выбрали, поэтому сайт хранит только необходимые файлы cookie.',
  all: 'Вы согласились на все файлы cookie. Передумать можно в любой момент.',
  necessary: 'Вы выбрали только необходимые файлы cookie. Передумать можно в любой момент.',
}
