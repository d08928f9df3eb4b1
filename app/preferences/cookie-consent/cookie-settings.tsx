import { paths } from '../../paths'
import { PageHeading } from '../../ui/page-heading/page-heading'
import { Panel } from '../../ui/panel/panel'
import { Prose } from '../../ui/prose/prose'
import { CookieForm, type Cookies, thirdPartyScriptsInWords } from './cookie-form'

/** What the site stores, what it loads from other sites, and the choice, which can be changed at any time. */
export function CookieSettings({ cookies }: { cookies: Cookies }) {
  const asks = cookies.hasCounter
  const loaded = thirdPartyScriptsInWords(cookies)
  return (
    <>
      <PageHeading
        title="Настройки cookie"
        lead={<p>{asks ? chosen[cookies.choice ?? 'none'] : unasked(loaded)}</p>}
      />
      <Prose>
        <p>
          Необходимые файлы cookie помнят, что вы вошли, узнают ваше устройство, хранят выбранную версию сайта
          и&nbsp;ответ на&nbsp;этот вопрос. Без них сайт не&nbsp;работает, поэтому согласие для них
          не&nbsp;нужно.
        </p>
        {asks && (
          <p>
            С&nbsp;вашего согласия сайт загружает ещё {loaded}. Счётчик узнаёт, какие страницы открывают, но
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

const unasked = (loaded: string) =>
  loaded
    ? `Сайт хранит только необходимые файлы cookie. С других сайтов он загружает ${loaded} и больше ничего.`
    : 'Сайт хранит только необходимые файлы cookie и ничего не загружает с других сайтов.'
const chosen = {
  none: 'Вы ещё не выбрали, поэтому сайт хранит только необходимые файлы cookie.',
  all: 'Вы согласились на все файлы cookie. Передумать можно в любой момент.',
  necessary: 'Вы выбрали только необходимые файлы cookie. Передумать можно в любой момент.',
}
