import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { newEmailForm } from '~/features/profile/profile-forms.server'
import { paths } from '~/paths'
import { submitIdempotentForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmailField } from '~/ui/field/field'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

export const handle = { access: 'user', secret: false, section: paths.profile } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request, context)
  return { email: user && readableEmail(user.email), idempotencyKey: context.idempotencyKey }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitIdempotentForm({ request, context }, newEmailForm, {
    call: (body, idempotencyKey) => api.submit('changeEmailRequest', { idempotencyKey, body }),
    next: ({ email }) => ({
      message: `Отправили письмо на ${readableEmail(email)}. Откройте ссылку из него, и адрес изменится.`,
      stays: true,
      to: paths.profile,
    }),
  })
}

export default function ChangeEmailRequestPage() {
  const { email, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <NewEmailForm current={email} reply={useActionData<typeof action>()} idempotencyKey={idempotencyKey} />
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Новый адрес почты', args)

interface NewEmailFormProps {
  reply: FormReply | undefined
  /** The current e-mail address; null when it could not be loaded. */
  current: string | null
  idempotencyKey: string
}

function NewEmailForm({ reply, current, idempotencyKey }: NewEmailFormProps) {
  const form = usePostForm<typeof newEmailForm>('new-email', ['email'], reply)
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title="Новый адрес почты"
        back={{ to: paths.profile, text: 'Профиль' }}
        lead={`${current === null ? '' : `Сейчас: ${current}. `}Адрес изменится, когда вы откроете ссылку из письма, которое придёт на новый.`}
      />
      <Form {...form.attributes}>
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
        <Stack narrow>
          <EmailField {...form.control('email')} label="Новая электронная почта" autoComplete="email" />
          <SubmitButton size="large" pendingText="Отправляем…">
            Отправить письмо
          </SubmitButton>
        </Stack>
      </Form>
    </>
  )
}
