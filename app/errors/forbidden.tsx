import type { Contacts } from 'contract/base-data'
import { paths } from '../paths'
import { ButtonLink } from '../ui/button/button'
import { Link } from '../ui/link/link'
import { ErrorScreen } from './error-screen'
import { forbiddenTitle, ifRepeated } from './error-text'

/** Status 403. */
export function Forbidden({ contacts }: { contacts?: Contacts | null | undefined }) {
  return (
    <ErrorScreen
      title={forbiddenTitle}
      drawing="locked"
      contacts={contacts}
      advice={ifRepeated}
      actions={
        <ButtonLink to={paths.home} size="large">
          Перейти на главную
        </ButtonLink>
      }
    >
      <p>
        Эта страница вам недоступна. Вернитесь на&nbsp;<Link to={paths.home}>главную страницу</Link>{' '}
        и&nbsp;попробуйте ещё раз.
      </p>
    </ErrorScreen>
  )
}
