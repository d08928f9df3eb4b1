import type { Contacts } from 'contract/base-data'
import { paths } from '../paths'
import { ButtonLink } from '../ui/button/button'
import { Link } from '../ui/link/link'
import { ErrorScreen } from './error-screen'
import { notFoundTitle } from './error-text'

interface NotFoundProps {
  contacts?: Contacts | null | undefined
  isSignedIn?: boolean
}

/** Status 404. */
export function NotFound({ contacts, isSignedIn = false }: NotFoundProps) {
  return (
    <ErrorScreen
      title={notFoundTitle}
      drawing="missing"
      contacts={contacts}
      advice="Если страница точно должна здесь быть, обратитесь"
      actions={
        <>
          <ButtonLink to={paths.home} size="large">
            Перейти на главную
          </ButtonLink>
          {isSignedIn && (
            <ButtonLink to={paths.accounts} size="large" kind="secondary">
              В личный кабинет
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        Страница, которую вы запросили, не найдена: возможно, она переехала или в адресе опечатка. Начните
        с&nbsp;<Link to={paths.home}>главной страницы</Link>.
      </p>
    </ErrorScreen>
  )
}
