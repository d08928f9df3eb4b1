import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import { AutopaymentFacts, Trouble } from './autopayment-facts'
import type { AutopaymentView } from './autopayment-view'

/** One autopayment of the list with its actions. */
export function AutopaymentCard({ view }: { view: AutopaymentView }) {
  const { account, title, status } = view
  return (
    <Panel
      title={title ?? `Лицевой счёт ${account}`}
      level={3}
      aside={<Badge tone={status.tone}>{status.text}</Badge>}
      footer={<CardActions view={view} />}
    >
      <Stack>
        <Trouble view={view} />
        <AutopaymentFacts view={view} />
      </Stack>
    </Panel>
  )
}

function CardActions({ view }: { view: AutopaymentView }) {
  const { id, account, toggledStatus, nextStep, canChange } = view
  const which = <VisuallyHidden> автоплатёж лицевого счёта {account}</VisuallyHidden>
  return (
    <>
      {toggledStatus && (
        <Form method="post">
          <input type="hidden" name="intent" value="set-status" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="status" value={toggledStatus} />
          <SubmitButton
            kind="quiet"
            match={{ intent: 'set-status', id }}
            pendingText={toggledStatus === 'paused' ? 'Приостанавливаем…' : 'Возобновляем…'}
          >
            {toggledStatus === 'paused' ? 'Приостановить' : 'Возобновить'}
            {which}
          </SubmitButton>
        </Form>
      )}
      {nextStep && (
        <ButtonLink kind="secondary" to={nextStep.to}>
          {nextStep.text}
          <VisuallyHidden>: лицевой счёт {account}</VisuallyHidden>
        </ButtonLink>
      )}
      {canChange && (
        <ButtonLink kind="quiet" to={paths.changeAutopayment(id)}>
          Изменить{which}
        </ButtonLink>
      )}
      <ButtonLink kind="quiet" to={paths.autopayment(id)}>
        Журнал списаний<VisuallyHidden> лицевого счёта {account}</VisuallyHidden>
      </ButtonLink>
      <ButtonLink kind="quiet" icon="trash" to={paths.removeAutopayment(id)}>
        Удалить{which}
      </ButtonLink>
    </>
  )
}
