import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { afterLogin, registrationForm, sendLetterAgain } from '~/features/auth/auth.server'
import { VerificationLetterSent } from '~/features/auth/verification-letter'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { submitIdempotentForm } from '~/server/forms/submit-form.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { fitsCookie } from '~/server/session/sealed-cookie.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { EmailField, Field } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { NewPasswordFields } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

export const handle = { access: 'guest', secret: false, sameForGuests: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context)
  const sent = new URL(request.url).searchParams.has('sent')
  const { idempotencyKey } = context
  if (sent) return { sent: true as const, idempotencyKey, ...(await context.registration.recent()) }
  // Registration works without the consent page; its version is then unknown.
  const consent = await context.visitor.call('page', { query: { path: paths.consent } })
  const version = consent.ok && 'updatedAt' in consent.answer ? consent.answer.updatedAt : null
  const returnTo = afterLogin(request, context) ?? undefined
  return { sent: false as const, consentVersion: version ?? null, idempotencyKey, returnTo }
}

export const action = async (args: ActionFunctionArgs) => {
  const { request, context } = args
  const fields = await postedFields(context)
  if (fields.get('intent') === 'resend') return sendLetterAgain(args, paths.registrationSent)
  const { api } = await requireGuest(request, context)
  return submitIdempotentForm(args, registrationForm, {
    call: (body, idempotencyKey) => api.submit('registration', { idempotencyKey, body }),
    next({ email }) {
      const returnTo = afterLogin(request, context)
      context.registration.next = { email, ...(returnTo && fitsCookie(returnTo) && { returnTo }) }
      return { message: 'Письмо отправлено. Осталось подтвердить адрес.', to: paths.registrationSent }
    },
  })
}

export default function RegistrationPage() {
  const page = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return page.sent ? (
    <VerificationLetterSent {...page} reply={reply} />
  ) : (
    <RegistrationForm {...page} reply={reply} />
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(
    args.data?.sent ? 'Проверьте почту' : 'Регистрация',
    args,
    'Регистрация в личном кабинете, чтобы видеть квитанции, платить и подключать автоплатежи.',
  )

const names = ['name', 'email', 'phone', 'password', 'password_confirmation', 'consent'] as const

interface RegistrationFormProps {
  reply: FormReply | undefined
  /** The version of the linked consent text. `null` if it is unknown. */
  consentVersion: string | null
  idempotencyKey: string
  /** The page to return to after the registration. */
  returnTo: string | undefined
}

function RegistrationForm({ reply, consentVersion, idempotencyKey, returnTo }: RegistrationFormProps) {
  const form = usePostForm<typeof registrationForm>('registration', names, reply)
  const { defaultValue: consentValue, ...consent } = form.control('consent')
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title="Регистрация" />
      <Form {...form.attributes}>
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
        <Stack>
          <Field {...form.control('name')} label="Имя" hint="Как к вам обращаться" autoComplete="name" />
          <EmailField
            {...form.control('email')}
            label="Электронная почта"
            hint="Отправим письмо, чтобы подтвердить адрес"
            autoComplete="username"
          />
          <Field
            {...form.control('phone')}
            label="Телефон"
            optional
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
          <NewPasswordFields
            label="Пароль"
            password={form.control('password')}
            confirmation={form.control('password_confirmation')}
          />
          <Checkbox
            {...consent}
            defaultChecked={consentValue === 'on'}
            label={
              <>
                Даю{' '}
                <Link to={paths.consent} newWindow>
                  согласие на обработку персональных данных
                </Link>
              </>
            }
          />
          {consentVersion && <input type="hidden" name="consentVersion" value={consentVersion} />}
          <SubmitButton size="large" wide pendingText="Регистрируем…">
            Зарегистрироваться
          </SubmitButton>
        </Stack>
      </Form>
      <Stack gap="small">
        <p>
          О том, как мы храним данные,&nbsp;— в{' '}
          <Link to={paths.privacy} newWindow>
            политике обработки персональных данных
          </Link>
          .
        </p>
        <p>
          Уже есть личный кабинет? <Link to={paths.loginTo(returnTo)}>Войдите</Link>
        </p>
      </Stack>
    </>
  )
}
