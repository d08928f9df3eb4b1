import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { EmailField, Field } from '~/ui/field/field'
import { Panel } from '~/ui/panel/panel'
import { PasswordField } from '~/ui/password-field/password-field'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import type { PostFormOf } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { inviteForm } from './family-forms.server'

interface InviteFormProps {
  form: PostFormOf<typeof inviteForm>
  /** The page's address, which names the account. */
  action: string
  idempotencyKey: string
  /** The company's calendar day. */
  today: string
}

const rights = 'access-rights'

/** The form by which an owner lets somebody see the account, and more where they choose so. */
export function InviteForm({ form, action, idempotencyKey, today }: InviteFormProps) {
  const readings = form.control('readings')
  const pay = form.control('pay')
  return (
    <Panel title="Открыть доступ">
      <Form {...form.attributes} action={action}>
        <input type="hidden" name="intent" value="invite" />
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
        <Stack narrow>
          <EmailField
            {...form.control('email')}
            label="Электронная почта"
            hint="Пришлём приглашение. Без адреса покажем ссылку, отправьте её сами"
            optional
            autoComplete="off"
          />
          <Field
            {...form.control('label')}
            label="Кто это"
            hint="До 40 знаков, например «мама». Видят только владельцы"
            optional
            autoComplete="off"
          />
          <Stack gap="small">
            <p id={rights}>Квитанции, платежи и показания будут видны. Ещё разрешить:</p>
            <Checkbox
              id={readings.id}
              name={readings.name}
              errors={readings.errors}
              label="Передавать показания"
              describedBy={[rights]}
              defaultChecked={readings.defaultValue === 'on'}
            />
            <Checkbox
              id={pay.id}
              name={pay.name}
              errors={pay.errors}
              label="Платить своей картой"
              describedBy={[rights]}
              defaultChecked={pay.defaultValue === 'on'}
            />
          </Stack>
          <Field
            {...form.control('until')}
            type="date"
            label="По какой день"
            hint="Потом доступ закроется сам"
            optional
            width="short"
            min={today}
          />
          <PasswordField
            {...form.control('password')}
            label="Пароль от кабинета"
            hint="Чтобы доступ не открыл кто-то другой с вашего устройства"
            autoComplete="current-password"
          />
          <div>
            <SubmitButton action={action} match={{ intent: 'invite' }} pendingText="Создаём…">
              Пригласить
            </SubmitButton>
          </div>
        </Stack>
      </Form>
    </Panel>
  )
}
