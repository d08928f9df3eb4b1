import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { CodeField } from '~/ui/field/code-field'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { loginCodeForm } from './auth-forms.server'

interface LoginCodeFormProps {
  reply: FormReply | undefined
  /** The first step, where somebody else may sign in. */
  loginPath: string
  /** Whether the code may be left out at the next logins on this device. */
  mayRemember: boolean
}

/** The second step of a login: the password was right, and the code is asked for. */
export function LoginCodeForm({ reply, loginPath, mayRemember }: LoginCodeFormProps) {
  const names = mayRemember ? (['code', 'rememberDevice'] as const) : (['code'] as const)
  const form = usePostForm<typeof loginCodeForm>('login-code', names, reply)
  const { defaultValue: remembered, ...rememberDevice } = form.control('rememberDevice')
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title="Код для входа"
        back={{ to: loginPath, text: 'Вход' }}
        lead="Пароль подошёл. Теперь откройте приложение для кодов на телефоне и введите шесть цифр, которые оно показывает."
      />
      <Form {...form.attributes}>
        <Stack>
          <CodeField
            {...form.control('code')}
            label="Код"
            hint="Нет телефона под рукой? Введите один из запасных кодов"
            mayBeRecoveryCode
          />
          {mayRemember && (
            <Checkbox
              {...rememberDevice}
              defaultChecked={remembered === 'on'}
              label={`Не спрашивать код на этом устройстве 30\u00a0дней`}
              hint="Отмечайте только на своём устройстве, не на общем"
            />
          )}
          <SubmitButton size="large" wide pendingText="Входим…">
            Войти
          </SubmitButton>
        </Stack>
      </Form>
      <p>
        Если нет ни телефона, ни запасных кодов, напишите или позвоните в поддержку: контакты внизу страницы.
      </p>
    </>
  )
}
