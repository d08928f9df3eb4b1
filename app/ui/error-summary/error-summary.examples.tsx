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
  'Вопрос, прежде чем принять форму': () => (
    <ErrorSummary
      takeFocus={false}
      tone="question"
      title="Заплатить ещё раз?"
      errors={[{ text: 'Вы уже платите 1 159,40 ₽: начали в 6:43 на странице банка.' }]}
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
