import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addMonths, formatPeriod } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import {
  type ExplanationView,
  type LineView,
  type PenaltyDaysView,
  type StepView,
  viewOfExplanation,
} from '~/features/invoices/explanation/explanation-view.server'
import { loadExplanation, monthsOf } from '~/features/invoices/explanation/load-explanation.server'
import { MonthsForm } from '~/features/invoices/explanation/months-form'
import type { WaterfallView } from '~/features/invoices/explanation/waterfall.server'
import { NoInvoice } from '~/features/invoices/no-invoice'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { titleOfAccount } from '~/layouts/page-account'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Chart, ChartLegend } from '~/ui/chart/chart'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { type Column, Table } from '~/ui/table/table'
import styles from './invoice-explanation.module.css'

const TITLE = 'Почему такая сумма'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'explanation',
  section: paths.invoice(),
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { choices, loaded } = await loadExplanation(request, context)
  return {
    choices,
    shown: loaded && {
      months: monthsOf(loaded),
      title: formatPeriod(loaded.period),
      /** The month before: 'сентябрь 2026'. */
      before: formatPeriod(addMonths(loaded.period, -1)),
      /** Null: there is nothing to compare with. */
      view: loaded.explanation && viewOfExplanation(loaded.explanation, loaded.invoice),
    },
  }
}

/** Explains why the sum of an invoice differs from that of an earlier one. */
export default function InvoiceExplanationPage() {
  const { choices, shown } = useLoaderData<typeof loader>()
  const switcher = <AccountSwitcher choices={choices} to={(account) => paths.invoiceExplanation(account)} />
  if (!shown)
    return (
      <>
        {switcher}
        <NoInvoice title={TITLE} hasAccount={choices.length > 0} />
      </>
    )
  const { months, title, before, view } = shown
  return (
    <>
      {switcher}
      <PageHeading
        title={TITLE}
        lead={view?.sentence ?? `Квитанция за\u00a0${title}`}
        back={{ to: paths.invoice(months.account, months.period), text: `Квитанция за\u00a0${title}` }}
      />
      <Stack gap="large">
        {view ? (
          <Explanation view={view} />
        ) : (
          <NothingToCompare before={before} isAlone={months.choices.length < 2} />
        )}
        <MonthsForm months={months} />
      </Stack>
    </>
  )
}

function NothingToCompare({ before, isAlone }: { before: string; isAlone: boolean }) {
  return (
    <EmptyState icon="receipt-text" title="Сравнить не с чем">
      Квитанции за {before} нет.{isAlone ? '' : ' Ниже можно выбрать другой месяц.'}
    </EmptyState>
  )
}

function Explanation({ view }: { view: ExplanationView }) {
  const { steps, picture, toPay, lines, penalty } = view
  return (
    <>
      {picture && <Waterfall view={picture} />}
      {steps.length > 0 && (
        <Table
          caption="Из чего сложилась разница, ₽"
          columns={stepColumns}
          rows={steps}
          rowKey={({ number }) => String(number)}
          narrow="brief"
        />
      )}
      {toPay.length > 0 && (
        <Table
          caption="От начислений к сумме к оплате, ₽"
          columns={stepColumns}
          rows={toPay}
          rowKey={({ what }) => what}
          narrow="brief"
        />
      )}
      {lines.length > 0 && (
        <Table
          caption="Как посчитана каждая услуга"
          columns={lineColumns}
          rows={lines}
          rowKey={({ key }) => key}
        />
      )}
      {penalty && (
        <Panel title="Пени по дням">
          <Stack gap="small">
            <p>Пени начисляются с 31-го дня просрочки. Всего за эти дни: {penalty.total}.</p>
            <Table
              caption="Пени по дням"
              hideCaption
              columns={penaltyColumns(penalty.rows)}
              rows={penalty.rows}
              rowKey={({ key }) => key}
            />
          </Stack>
        </Panel>
      )}
    </>
  )
}

const NONE = '—'

const stepColumns: Column<StepView>[] = [
  {
    key: 'what',
    title: 'Что изменилось',
    head: true,
    cell: ({ number, what }) => (number === null ? <strong>{what}</strong> : `${number}. ${what}`),
  },
  { key: 'was', title: 'Было', align: 'end', cell: ({ was }) => was || NONE },
  { key: 'is', title: 'Стало', align: 'end', cell: ({ is }) => is || NONE },
  { key: 'amount', title: 'Разница', align: 'end', cell: ({ amount }) => <strong>{amount}</strong> },
]

const lineColumns: Column<LineView>[] = [
  {
    key: 'service',
    title: 'Услуга',
    head: true,
    cell: ({ service, method }) => (method ? `${service}, ${method}` : service),
  },
  {
    key: 'formula',
    title: 'Как посчитано',
    cell: ({ formula, was }) => (
      <>
        {formula || NONE}
        {was && was !== formula && (
          <>
            {' '}
            <br />
            было: {was}
          </>
        )}
      </>
    ),
  },
  { key: 'changes', title: 'Что изменилось', cell: ({ changes }) => changes },
]

const penaltyColumns = (rows: readonly PenaltyDaysView[]): Column<PenaltyDaysView>[] => [
  { key: 'days', title: 'Дни', head: true, cell: ({ days }) => days },
  { key: 'base', title: 'Долг', align: 'end', cell: ({ base }) => base },
  { key: 'rate', title: 'Ставка', align: 'end', cell: ({ rate }) => rate },
  { key: 'count', title: 'Сколько дней', align: 'end', cell: ({ count }) => count },
  ...(rows.some(({ formula }) => formula) ? [formulaColumn] : []),
  { key: 'amount', title: 'Пени', align: 'end', cell: ({ amount }) => <strong>{amount}</strong> },
]

const formulaColumn: Column<PenaltyDaysView> = {
  key: 'formula',
  title: 'Как посчитано',
  cell: ({ formula }) => formula || NONE,
}

/** The chart of the difference between two months, reason by reason. The table below has the same figures. */
function Waterfall({ view }: { view: WaterfallView }) {
  const { name, from, to } = view
  const { frame, totals, dearer, cheaper, joints, rest } = view.drawing
  return (
    <Panel title="Как изменились начисления, ₽">
      <ChartLegend
        items={[
          { text: `начислено за ${from} и за ${to}`, sample: sampleOf('total') },
          ...(dearer ? [{ text: 'стало дороже', sample: sampleOf('dearer') }] : []),
          ...(cheaper ? [{ text: 'стало дешевле', sample: sampleOf('cheaper') }] : []),
        ]}
      />
      <Chart name={name} frame={frame}>
        <path className={styles.joint} d={joints} />
        <path className={styles.total} d={totals} />
        {dearer && <path className={styles.dearer} d={dearer} />}
        {cheaper && <path className={styles.cheaper} d={cheaper} />}
      </Chart>
      <p className={styles.hint}>
        Номер под столбиком — строка таблицы ниже.
        {rest && ` Столбик ${rest} — эти строки вместе.`}
      </p>
    </Panel>
  )
}

const sampleOf = (look: 'total' | 'dearer' | 'cheaper') => <path className={styles[look]} d="M2 1h12v14H2z" />

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount(TITLE, args.data?.choices), args)
