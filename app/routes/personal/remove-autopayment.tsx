import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { AutopaymentFacts } from '~/features/autopayments/autopayment-facts'
import { viewOfAutopayment } from '~/features/autopayments/autopayment-view'
import { findAutopayment, removeAutopaymentForm } from '~/features/autopayments/autopayments.server'
import { titleWithAccount } from '~/layouts/page-account'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const autopayment = await loadBesideForm(context, findAutopayment(request, api, id), {
    list: paths.autopayments,
    message: 'Этого автоплатежа уже нет',
  })
  return { id, view: autopayment && viewOfAutopayment(autopayment, [], context.config) }
}

export const action = async ({ request, context, params: { id = '' } }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, removeAutopaymentForm, {
    call: () => api.submit('deleteAutopayment', { id }),
    next: {
      message: 'Автоплатёж удалён, списаний по нему больше не будет',
      stays: true,
      to: paths.autopayments,
    },
  })
}

/** The confirmation page before an autopayment is removed; a GET changes nothing. */
export default function RemoveAutopaymentPage() {
  const { id, view } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const form = usePostForm<typeof removeAutopaymentForm>('remove-autopayment', [], reply)
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title="Удалить автоплатёж" back={{ to: paths.autopayments, text: 'Автоплатежи' }} />
      <Stack>
        {view && (
          <Panel tone="quiet" title={view.title ?? `Лицевой счёт ${view.account}`}>
            <AutopaymentFacts view={view} />
          </Panel>
        )}
        <Warning>
          <p>
            {view?.hasMethod
              ? `${view.isSbp ? 'Банковский счёт отвязывается сразу, если с него' : 'Карта отвязывается сразу, если с неё'} не платит другой автоплатёж. Списаний по этому автоплатежу больше не будет.`
              : 'Списаний по этому автоплатежу не будет.'}
          </p>
          <p>
            Квитанции нужно будет оплачивать самостоятельно. Прошлые платежи останутся в истории; автоплатёж
            можно подключить снова.
          </p>
        </Warning>
        {/* With an explicit action: in the default one a «?» in the id would begin the query. */}
        <Form {...form.attributes} action={paths.removeAutopayment(id)}>
          <Stack direction="row">
            <SubmitButton
              kind="danger"
              icon="trash"
              action={paths.removeAutopayment(id)}
              pendingText="Удаляем…"
            >
              Удалить автоплатёж
            </SubmitButton>
            <ButtonLink kind="secondary" to={paths.autopayments}>
              Не удалять
            </ButtonLink>
          </Stack>
        </Form>
      </Stack>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleWithAccount('Удалить автоплатёж', args.data?.view), args)
