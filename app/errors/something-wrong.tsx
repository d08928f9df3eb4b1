import type { Contacts } from 'contract/base-data'
import { paths } from '../paths'
import { ButtonLink } from '../ui/button/button'
import { Link } from '../ui/link/link'
import { RequestNumber } from '../ui/request-number/request-number'
import { ErrorScreen } from './error-screen'
import { ifRepeated, somethingWrongTitle } from './error-text'

export type SomethingWrongProps = {
  contacts?: Contacts | null | undefined
  /** The path of the failed page, for the retry link. */
  retryTo?: string | undefined
  requestId?: string | undefined
}

/** Any other status. Shows no technical detail but the number by which support finds the request. */
export function SomethingWrong({ contacts, retryTo, requestId }: SomethingWrongProps) {
  return (
    <ErrorScreen
      title={somethingWrongTitle}
      drawing="ajar"
      contacts={contacts}
      advice={ifRepeated}
      number={requestId && <RequestNumber requestId={requestId} />}
      actions={
        <>
          {retryTo && (
            <ButtonLink to={retryTo} size="large" reload>
              Попробовать ещё раз
            </ButtonLink>
          )}
          <ButtonLink to={paths.home} size="large" kind={retryTo ? 'secondary' : 'primary'} reload>
            Перейти на главную
          </ButtonLink>
        </>
      }
    >
      <p>
        Страница не открылась. Обычно это ненадолго: подождите минуту и&nbsp;повторите или вернитесь на&nbsp;
        <Link to={paths.home} reload>
          главную страницу
        </Link>
        .
      </p>
    </ErrorScreen>
  )
}
