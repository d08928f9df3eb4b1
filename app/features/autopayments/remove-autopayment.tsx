import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import { AutopaymentFacts } from './autopayment-facts'
import type { AutopaymentView } from './autopayment-view'
import type { removeAutopaymentForm } from './button-forms.server'

interface RemoveAutopaymentProps {
  id: string
  /** Null beside a rejected form: the autopayment could not be loaded. */
  view: AutopaymentView | null
  reply: FormReply | undefined
}

/** The confirmation page before an autopayment is removed; a GET changes nothing. */
export function RemoveAutopayment({ id, view, reply }: RemoveAutopaymentProps) {
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
        {/* Spelled out: an id that has a «?» in it would end the address that the form makes up. */}
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
