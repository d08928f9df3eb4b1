import { type AppLoadContext, data, type LoaderFunctionArgs, type MetaArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { viewOfCharges } from '~/features/history/charges-chart.server'
import { ChargesPicture } from '~/features/history/charges-picture'
import {
  type FilterErrors,
  filterFieldIds,
  HistoryFilterForm,
  type TypedFilter,
} from '~/features/history/history-filter'
import { readHistoryFilter } from '~/features/history/history-filter.server'
import {
  type PaymentView,
  type TotalInWords,
  totalInWords,
  viewOfPayment,
} from '~/features/history/history-view'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { AccountLead, nameAccount } from '~/layouts/named-account'
import { rightsOf, titleOfAccount, titleOfPart } from '~/layouts/page-account'
import { WithoutAccount } from '~/layouts/without-account'
import { paths } from '~/paths'
import { pageNotFound, requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { receiptLink } from '~/server/payments/receipt-link.server'
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
import styles from './history.module.css'

const TITLE = 'История платежей'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

const PAGE_LENGTH = '20'
const MONTHS = '24'

/** One page of payments and the monthly charges, for the account and the filter in the address. */
const loadHistory = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const { api } = guarded
  const query = new URL(request.url).searchParams
  const { typed, filter, errors, cursor } = readHistoryFilter(query)
  try {
    const { account, choices, loaded } = await forPageAccount(request, guarded, async (id) => {
      const [payments, charges] = await Promise.all([
        errors
          ? null
          : api.load('history', { id, query: { ...filter, ...(cursor && { cursor }), limit: PAGE_LENGTH } }),
        api.loadIfPossible('charges', { id, query: { months: MONTHS } }),
      ])
      return { account: id, payments, months: charges?.data ?? null }
    })
    // With an invalid filter no payments were requested, so the account is not checked yet.
    if (errors && loaded && !account) throw pageNotFound(request)
    return { customerAccount: account, choices, typed, errors, isFirst: cursor === null, loaded }
  } catch (thrown) {
    // Only the product API can tell whether a cursor is valid; without one the list starts from the beginning.
    const isRefused = thrown instanceof Response && thrown.status === 404
    if (!cursor || !isRefused) throw thrown
    const account = query.get('account')
    throw redirect(paths.history({ ...(account && { account }), ...typed }))
  }
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { customerAccount, choices, typed, errors, isFirst, loaded } = await loadHistory(request, context)
  const status = errors ? 400 : 200
  if (!loaded) return data({ choices, typed, errors, shown: null }, status)
  const { account, payments, months } = loaded
  const { config } = context
  const results = payments && {
    payments: payments.data.map((payment) =>
      viewOfPayment(payment, {
        timeZone: config.timeZone,
        receipt: receiptLink(payment.receiptUrl, config),
      }),
    ),
    total: totalInWords(payments.meta, typed.status),
    isFirst,
    nextCursor: payments.meta.nextCursor,
  }
  return data(
    {
      choices,
      typed,
      errors,
      shown: {
        account,
        named: nameAccount(account, customerAccount),
        mayPay: customerAccount ? rightsOf(customerAccount).pay : true,
        /** Null when the filter is invalid. */
        results,
        charges: months && viewOfCharges(months),
        /** The charges could not be loaded. */
        lacksCharges: months === null,
      },
    },
    status,
  )
}

export default function HistoryPage() {
  const { choices, typed, errors, shown } = useLoaderData<typeof loader>()
  useErrorTitle(shown && errors)
  if (!shown)
    return (
      <WithoutAccount title={TITLE}>
        Тогда здесь появятся платежи по нему: когда, сколько и чем заплатили.
      </WithoutAccount>
    )
  const { account, named, mayPay, results, charges, lacksCharges } = shown
  return (
    <>
      <AccountSwitcher choices={choices} to={(other) => paths.history({ account: other, ...typed })} />
      <ErrorSummary errors={summaryOf(errors)} answer={errors} />
      <PageHeading title={TITLE} lead={<AccountLead account={named} />} />
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

interface ResultsProps {
  account: string
  mayPay: boolean
  typed: TypedFilter
  results: {
    payments: readonly PaymentView[]
    /** Null if there are no payments. */
    total: TotalInWords | null
    isFirst: boolean
    nextCursor: string | null
  }
}

function Results({ account, mayPay, typed, results }: ResultsProps) {
  const { payments, total, isFirst, nextCursor } = results
  const filter = { account, ...typed }
  if (total === null) return <NothingFound account={account} mayPay={mayPay} typed={typed} />
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
      {payments.length > 0 ? (
        <div className={styles.list}>
          <Table caption="Платежи" hideCaption columns={columns} rows={payments} narrow="pairs" />
        </div>
      ) : (
        <p>Более ранних платежей нет.</p>
      )}
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

function NothingFound({ account, mayPay, typed }: Omit<ResultsProps, 'results'>) {
  const isFiltered = Object.values(typed).some(Boolean)
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

/** The columns of the payments' table. */
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

export const meta = (args: MetaArgs<typeof loader>) => {
  const isFurther = args.data?.shown?.results?.isFirst === false
  const title = titleOfAccount(titleOfPart(TITLE, isFurther), args.data?.choices)
  return pageMeta(args.data?.errors ? `Ошибка: ${title}` : title, args)
}
