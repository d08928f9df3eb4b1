import { Link } from '../link/link'
import { ErrorSummary } from './error-summary'

export const title = 'Что не так с формой'

export const examples = {
  'Со ссылками на поля': () => (
    <ErrorSummary
      takeFocus={false}
      errors={[
        { fieldId: 'example-email', text: 'Введите электронную почту, например name@example.ru' },
        { fieldId: 'example-password', text: 'Введите пароль' },
      ]}
    />
  ),
  'Обо всей форме': () => (
    <ErrorSummary takeFocus={false} errors={[{ text: 'Почта или пароль не подошли' }]}>
      <p>
        <Link to="/forgot-password">Задать новый пароль</Link>
      </p>
    </ErrorSummary>
  ),
}
