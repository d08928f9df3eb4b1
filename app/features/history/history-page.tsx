import type { ReactNode } from 'react'
import { AccountLead, type NamedAccount } from '~/layouts/named-account'
import { WithoutAccount } from '~/layouts/without-account'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { useErrorTitle } from '~/ui/post-form/page-answer'
import { Stack } from '~/ui/stack/stack'
import { type Column, Table } from '~/ui/table/table'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import { MissingPart } from '~/ui/warning/warning'
import { ChargesPicture, type ChargesView } from './charges-picture'
import { type FilterErrors, filterFieldIds, HistoryFilterForm, type TypedFilter } from './history-filter'
import styles from './history-page.module.css'
import type { PaymentView, TotalInWords } from './history-view'

/** One page of payments. */
export interface ShownPayments {
  payments: readonly PaymentView[]
  /** Null if there are no payments. */
  total: TotalInWords | null
  isFirst: boolean
  nextCursor: string | null
}

export interface HistoryPageProps {
  account: string
  named: NamedAccount
  mayPay: boolean
  typed: TypedFilter
  errors: FilterErrors | null
  /** Null when the filter is invalid. */
  results: ShownPayments | null
  charges: ChargesView | null
  /** The charges could not be loaded. */
  lacksCharges: boolean
}

export const HISTORY_TITLE = 'История платежей'

export function HistoryPage({
  account,
  named,
  mayPay,
  typed,
  errors,
  results,
  charges,
  lacksCharges,
}: HistoryPageProps) {
  useErrorTitle(errors)
  return (
    <>
      <ErrorSummary errors={summaryOf(errors)} answer={errors} />
      <PageHeading title={HISTORY_TITLE} lead={<AccountLead account={named} />} />
      <Stack>
        {charges && (
          <>
            <ChargesPicture view={charges} />
            <Link to={`${paths.invoice(account)}#papers`}>Справка за год</Link>
          </>
        )}
        {lacksCharges && <MissingPart what="график начислений" />}
        <HistoryFilterForm account={account} typed={typed} errors={errors} />
        {results && <Results account={account} mayPay={mayPay} typed={typed} results={results} />}
      </Stack>
    </>
  )
}

/** Shown to a customer without accounts. */
export function NoAccount() {
  return (
    <WithoutAccount title={HISTORY_TITLE}>
      Тогда здесь появятся платежи по нему: когда, сколько и чем заплатили.
    </WithoutAccount>
  )
}

interface ResultsProps extends Pick<HistoryPageProps, 'account' | 'mayPay' | 'typed'> {
  results: ShownPayments
}

function Results({ account, mayPay, typed, results }: ResultsProps) {
  const { payments, total, isFirst, nextCursor } = results
  const filter = { account, ...typed }
  if (total === null)
    return <NothingFound account={account} mayPay={mayPay} isFiltered={Object.values(typed).some(Boolean)} />
  return (
    <Stack>
      <div className={styles.sum}>
        <div>
          <p className={styles.total}>{total.total}</p>
          {total.rest && <p className={styles.rest}>{total.rest}</p>}
        </div>
        <span data-print="hidden">
          <ButtonLink kind="secondary" size="small" to={paths.historyCsv(filter)} reload>
            Скачать CSV
          </ButtonLink>
        </span>
      </div>
      {payments.length > 0 ? <PaymentList payments={payments} /> : <p>Более ранних платежей нет.</p>}
      {(nextCursor || !isFirst) && (
        <nav aria-label="Страницы списка" data-print="hidden">
          <Stack direction="row">
            {nextCursor && (
              <ButtonLink kind="secondary" to={paths.history({ ...filter, cursor: nextCursor })}>
                Показать более ранние
              </ButtonLink>
            )}
            {!isFirst && (
              <ButtonLink kind="quiet" to={paths.history(filter)}>
                К началу
              </ButtonLink>
            )}
          </Stack>
        </nav>
      )}
    </Stack>
  )
}

interface NothingFoundProps {
  account: string
  mayPay: boolean
  isFiltered: boolean
}

function NothingFound({ account, mayPay, isFiltered }: NothingFoundProps): ReactNode {
  if (!isFiltered) {
    return (
      <EmptyState
        icon="rotate-ccw-clock"
        title="Платежей пока нет"
        action={mayPay && <ButtonLink to={paths.personalPay({ account })}>Оплатить</ButtonLink>}
      >
        Первый появится здесь сразу после оплаты.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="search"
      title="Таких платежей нет"
      action={
        <ButtonLink kind="secondary" to={paths.history({ account })}>
          Показать все платежи
        </ButtonLink>
      }
    >
      За эти дни и в этом состоянии ничего не нашли. Измените условия или сбросьте их.
    </EmptyState>
  )
}

const summaryOf = (errors: FilterErrors | null) =>
  (['from', 'to', 'status'] as const).flatMap((name) => {
    const text = errors?.[name]
    return text ? [{ fieldId: filterFieldIds[name], text }] : []
  })

/** Payments, newest first. */
function PaymentList({ payments }: { payments: readonly PaymentView[] }) {
  return (
    <div className={styles.list}>
      <Table caption="Платежи" hideCaption columns={columns} rows={payments} narrow="pairs" />
    </div>
  )
}

const columns: Column<PaymentView>[] = [
  {
    key: 'when',
    title: 'Дата и время',
    head: true,
    cell: ({ when }) => {
      const [day, time] = when.split(' ')
      return (
        <>
          {`${day} `}
          <span>{time}</span>
        </>
      )
    },
  },
  { key: 'amount', title: 'Сумма', align: 'end', cell: ({ amount }) => amount },
  { key: 'method', title: 'Способ', cell: ({ method }) => method },
  {
    key: 'status',
    title: 'Состояние',
    cell: ({ status, reason }) => (
      <>
        <Badge tone={status.tone}>{status.text}</Badge>
        {reason && <span className={styles.reason}>{reason}</span>}
      </>
    ),
  },
  { key: 'source', title: 'Откуда', cell: ({ source }) => source },
  {
    key: 'receipt',
    title: 'Чек',
    cell: ({ receipt, when }) =>
      receipt.url ? (
        <Link to={receipt.url} reload>
          {receipt.text}
          <VisuallyHidden>{` от ${when}`}</VisuallyHidden>
        </Link>
      ) : (
        receipt.text
      ),
  },
]
