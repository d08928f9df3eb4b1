import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { confirmForm, incompleteLink } from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Link } from '~/ui/link/link'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'
import type { FormReply } from '~/ui/post-form/form-reply'

export const handle = { access: 'user', secret: true, section: paths.profile } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  return null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const { query } = context
  return submitForm({ request, context }, confirmForm, {
    call: async () => (query ? api.submit('changeEmail', { query }) : { ok: false, failure: incompleteLink }),
    next: { message: 'Адрес почты изменён', stays: true, to: paths.profile },
  })
}

export default function ChangeEmailPage() {
  return <ConfirmNewEmail reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Подтверждение нового адреса', args)

/** The page of the link that was mailed to the new address. */
function ConfirmNewEmail({ reply }: { reply: FormReply | undefined }) {
  const saysLinkIsOver = reply?.submission.error?.['']?.some((words) =>
    /устарела или уже использована/i.test(words),
  )
  return (
    <OneButtonForm
      heading="Подтверждение нового адреса"
      text="Нажмите кнопку, и новый адрес почты заменит прежний."
      buttonText="Подтвердить новый адрес"
      pendingText="Подтверждаем…"
      reply={reply}
    >
      <p>
        {!saysLinkIsOver && 'Ссылка устарела или уже использована? '}
        <Link to={paths.changeEmailRequest}>Запросить новое письмо</Link>
      </p>
    </OneButtonForm>
  )
}
