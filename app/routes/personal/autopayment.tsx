import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { AutopaymentRun } from 'contract/autopayments'
import { formatMoment } from 'format/dates'
import { formatRubles } from 'format/money'
import { pageMeta } from '~/document/page-meta'
import { AutopaymentFacts, Trouble } from '~/features/autopayments/autopayment-facts'
import { shownFailReason, viewOfAutopayment } from '~/features/autopayments/autopayment-view'
import { findAutopayment } from '~/features/autopayments/autopayments.server'
import { titleWithAccount } from '~/layouts/page-account'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Badge, type BadgeTone } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { type Column, Table } from '~/ui/table/table'
import { MissingPart } from '~/ui/warning/warning'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const { timeZone } = context.config
  const [autopayment, runs] = await Promise.all([
    findAutopayment(request, api, id),
    api.loadIfPossible('autopaymentRuns', { id }),
  ])
  const view = viewOfAutopayment(autopayment, [], { timeZone })
  const { isSbp } = view
  return {
    view,
    runs: runs?.data.map((run, index) => viewOfRun(run, index, { timeZone, isSbp })) ?? null,
  }
}

/** One line of the log: a run, its outcome and the reason. */
interface RunView {
  key: string
  when: string
  outcome: { text: string; tone: BadgeTone }
  amount: string
  reason: string
  /** The link to its payment. */
  to: string | null
}

const outcomes: Readonly<Record<AutopaymentRun['outcome'], RunView['outcome']>> = {
  charged: { text: 'Списано', tone: 'paid' },
  skipped: { text: 'Пропущено', tone: 'default' },
  failed: { text: 'Не прошло', tone: 'overdue' },
}

const NOTHING = '—'

const viewOfRun = (
  run: AutopaymentRun,
  index: number,
  { timeZone, isSbp }: { timeZone: string; isSbp: boolean },
): RunView => ({
  key: `${run.at} ${index}`,
  when: formatMoment(run.at, timeZone),
  outcome: outcomes[run.outcome],
  amount: amountInWords(run),
  reason: shownFailReason(run.reason, isSbp) ?? NOTHING,
  to: run.payment ? paths.personalPayResult(run.payment) : null,
})

/** A run with a payment is a link, which needs a text even without an amount. */
const amountInWords = ({ amount, payment }: AutopaymentRun) => {
  if (amount) return formatRubles(amount)
  return payment ? 'Платёж' : NOTHING
}

/** One autopayment with its log: every run, and why it charged or did not. */
export default function OneAutopaymentPage() {
  const { view, runs } = useLoaderData<typeof loader>()
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

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleWithAccount('Автоплатёж', args.data?.view), args)

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
