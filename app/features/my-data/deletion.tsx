import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { SubmitButton } from '~/ui/button/submit-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Panel } from '~/ui/panel/panel'
import { PasswordField } from '~/ui/password-field/password-field'
import type { PostFormOf } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { deletionForm } from './deletion-form.server'

export const deletionFields = ['password'] as const

interface DeletionProps {
  form: PostFormOf<typeof deletionForm>
  /** Whose password it is: password managers want to know. */
  email: string
  warning?: ReactNode
}

/** What becomes of the customer's data when they leave, and the form by which they do. */
export function Deletion({ form, email, warning }: DeletionProps) {
  return (
    <Panel title="Удаление личного кабинета">
      <Stack>
        <DefinitionList rows={steps} />
        {warning}
        <Form {...form.attributes}>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <Stack narrow>
            <PasswordField
              {...form.control('password')}
              label="Пароль"
              hint="Пароль от кабинета: так мы убедимся, что это вы"
              autoComplete="current-password"
            />
            <div>
              <SubmitButton kind="danger" icon="trash" pendingText="Удаляем…">
                Удалить личный кабинет
              </SubmitButton>
            </div>
          </Stack>
        </Form>
      </Stack>
    </Panel>
  )
}

const steps = [
  {
    term: 'Сразу',
    description:
      'Вы выйдете на всех устройствах, и войти будет нельзя. Автоплатежи остановятся, карты отвяжутся. Мы пришлём письмо со ссылкой, по которой можно вернуться.',
  },
  {
    term: 'В течение 30\u00a0дней',
    description:
      'По ссылке из письма удаление можно отменить. Автоплатежи и карты нужно будет подключить заново.',
  },
  {
    term: 'Через 30\u00a0дней',
    description: 'Имя, почта, телефон и всё остальное, что мы храним о вас, стираются навсегда.',
  },
  {
    term: 'Что останется',
    description:
      'Сведения о платежах\u00a0— без вашего имени и почты: закон о бухгалтерском учёте обязывает хранить их не меньше пяти лет. Если были автоплатежи, три года хранится, когда вы согласились на списания и когда о них предупреждали, тоже без имени. Долг по лицевому счёту не исчезнет, платить можно и без кабинета.',
  },
]
