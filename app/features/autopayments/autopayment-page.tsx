import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { type Column, Table } from '~/ui/table/table'
import { AutopaymentFacts, Trouble } from './autopayment-facts'
import type { AutopaymentView } from './autopayment-view'
import type { RunView } from './run-view'

interface AutopaymentPageProps {
  view: AutopaymentView
  /** Null where they could not be loaded. */
  runs: readonly RunView[] | null
}

/** One autopayment with its log: every run, and why it charged or did not. */
export function AutopaymentPage({ view, runs }: AutopaymentPageProps) {
  const { id, status, nextStep, canChange } = view
  return (
    <>
      <PageHeading title="Автоплатёж" back={{ to: paths.autopayments, text: 'Автоплатежи' }} />
      <Stack gap="large">
        <Panel
          tone="quiet"
          title={view.title ?? `Лицевой счёт ${view.account}`}
          aside={<Badge tone={status.tone}>{status.text}</Badge>}
          footer={
            <>
              {nextStep && (
                <ButtonLink kind="secondary" to={nextStep.to}>
                  {nextStep.text}
                </ButtonLink>
              )}
              {canChange && (
                <ButtonLink kind="quiet" to={paths.changeAutopayment(id)}>
                  Изменить
                </ButtonLink>
              )}
              <ButtonLink kind="quiet" icon="trash" to={paths.removeAutopayment(id)}>
                Удалить
              </ButtonLink>
            </>
          }
        >
          <Stack>
            <Trouble view={view} />
            <AutopaymentFacts view={view} />
          </Stack>
        </Panel>
        <Panel title="Журнал списаний">
          {!runs ? (
            <MissingPart what="журнал списаний" />
          ) : runs.length > 0 ? (
            <Table
              caption="Попытки списания, новые сверху"
              columns={columns}
              rows={runs}
              rowKey={({ key }) => key}
            />
          ) : (
            <p>Списаний ещё не было. Здесь будет каждая попытка и её причина.</p>
          )}
        </Panel>
      </Stack>
    </>
  )
}

const columns: Column<RunView>[] = [
  { key: 'when', title: 'Дата и время', head: true, cell: ({ when }) => when },
  { key: 'outcome', title: 'Итог', cell: ({ outcome }) => <Badge tone={outcome.tone}>{outcome.text}</Badge> },
  {
    key: 'amount',
    title: 'Сумма',
    align: 'end',
    cell: ({ amount, to }) => (to ? <Link to={to}>{amount}</Link> : amount),
  },
  { key: 'reason', title: 'Причина', cell: ({ reason }) => reason },
]
