import { useLocation } from '@remix-run/react'
import { paths } from '../../paths'
import { Link } from '../../ui/link/link'
import { CookieForm, type Cookies, thirdPartyScriptsInWords } from './cookie-form'

/**
 * Asks for consent in the page's flow, covering nothing. Until the visitor answers, no third-party script is loaded.
 */
export default function CookieNotice({ cookies }: { cookies: Cookies }) {
  const { pathname, search } = useLocation()
  return (
    <section data-cookie-notice aria-label="Файлы cookie" data-print="hidden">
      <div>
        <p>
          Необходимые файлы cookie нужны, чтобы сайт работал. С&nbsp;вашего согласия он загрузит ещё{' '}
          {thirdPartyScriptsInWords(cookies)}. <Link to={paths.cookieSettings}>Подробнее</Link>
        </p>
        <CookieForm redirectTo={pathname + search} />
      </div>
    </section>
  )
}
