import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { forgotPasswordForm } from '~/features/auth/auth.server'
import { LetterSentHeading } from '~/features/auth/verification-letter'
import { paths } from '~/paths'
import { submitIdempotentForm } from '~/server/forms/submit-form.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmailField } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

export const handle = { access: 'guest', secret: false, sameForGuests: true } satisfies RouteHandle

/** Letters that warn of a change lead here. */
const whyNot = 'Вы уже вошли. Сменить пароль можно в профиле.'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context, { whyNot })
  return {
    sent: new URL(request.url).searchParams.has('sent'),
    idempotencyKey: context.idempotencyKey,
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context, { whyNot })
  return submitIdempotentForm({ request, context }, forgotPasswordForm, {
    call: (body, idempotencyKey) => api.submit('forgotPassword', { idempotencyKey, body }),
    next: {
      message: 'Если адрес зарегистрирован, письмо уже в пути.',
      stays: true,
      to: paths.forgotPasswordSent,
    },
  })
}

export default function ForgotPasswordPage() {
  const { sent, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return sent ? <ResetLetterSent /> : <ForgotPasswordForm reply={reply} idempotencyKey={idempotencyKey} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(
    args.data?.sent ? 'Проверьте почту: ссылка для нового пароля' : 'Забытый пароль',
    args,
    'Пришлём на почту ссылку, по которой можно придумать новый пароль.',
  )

interface ForgotPasswordFormProps {
  reply: FormReply | undefined
  idempotencyKey: string
}

function ForgotPasswordForm({ reply, idempotencyKey }: ForgotPasswordFormProps) {
  const form = usePostForm<typeof forgotPasswordForm>('forgot-password', ['email'], reply)
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title="Забыли пароль?"
        lead="Укажите почту, с которой вы регистрировались. Пришлём ссылку, по которой можно придумать новый пароль."
      />
      <Form {...form.attributes}>
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
        <Stack>
          <EmailField {...form.control('email')} label="Электронная почта" autoComplete="username" />
          <SubmitButton size="large" wide>
            Отправить ссылку
          </SubmitButton>
        </Stack>
      </Form>
      <p>
        Вспомнили? <Link to={paths.login}>Войдите</Link>
      </p>
    </>
  )
}

/** The same for known and unknown addresses: it must not reveal who is registered. */
function ResetLetterSent() {
  return (
    <>
      <LetterSentHeading>
        Если этот адрес у нас зарегистрирован, письмо со ссылкой уже в пути. Ссылка действует 20&nbsp;минут.
      </LetterSentHeading>
      <Stack>
        <p>
          Письма нет? Загляните в папку «Спам» или{' '}
          <Link to={paths.forgotPassword}>отправьте ссылку ещё раз</Link>.
        </p>
        <p>
          <Link to={paths.login}>Вернуться ко входу</Link>
        </p>
      </Stack>
    </>
  )
}
