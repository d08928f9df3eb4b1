import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { Account } from 'contract/accounts'
import { longestFilter } from 'contract/limits'
import { today } from 'format/dates'
import { count } from 'format/plural'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { AccountCard } from '~/features/accounts/account-card'
import { setDefaultForm } from '~/features/accounts/account-forms.server'
import { viewOfAccount } from '~/features/accounts/account-view'
import { TotalDue, totalDueOf } from '~/features/accounts/total-due'
import { unfinishedPayment } from '~/features/payments/pending-payments'
import { UndeliverableEmail } from '~/features/profile/undeliverable-email'
import { FirstAccount } from '~/layouts/first-account'
import { rightsOf } from '~/layouts/page-account'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { bankLink } from '~/server/payments/bank-page.server'
import { accountsAtOnce, hasFeature } from '~/server/upstream/features.server'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { SearchField } from '~/ui/search-field/search-field'
import { Stack } from '~/ui/stack/stack'
import { MissingPart } from '~/ui/warning/warning'
import styles from './accounts.module.css'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

const filterOf = (request: Request) => {
  const text = new URL(request.url).searchParams.get('filter') ?? ''
  return text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestFilter)
}

const pageParamOf = (request: Request) => new URL(request.url).searchParams.get('page')

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user, api } = await requireUser(request, context)
  const filter = filterOf(request)
  const [answer, base] = await Promise.all([
    loadBesideForm(context, api.load('accounts', { query: filter ? { filter } : {} })),
    context.baseData.current(),
  ])
  const features = {
    isExplained: hasFeature(base, 'explanation'),
    hasReadings: hasFeature(base, 'readings'),
    canBeNamed: hasFeature(base, 'account-title'),
    canBeShared: hasFeature(base, 'family'),
  }
  // Beside a rejected form: the list could not be loaded.
  if (!answer)
    return { accounts: null, features, page: undefined, undeliverableEmail: undefined, filter, total: null }
  const { data } = answer
  const { timeZone } = context.config
  const day = today(timeZone, new Date())
  const bankPage = (confirmationUrl: string | null | undefined) => bankLink(confirmationUrl, context.config)
  const { shown, page } = pageOfAccounts(data, pageParamOf(request))
  return {
    accounts: shown.map((account) => ({
      view: viewOfAccount(account, day),
      unfinished: unfinishedPayment(account, { timeZone, bankPage }),
    })),
    features,
    ...(page && { page }),
    ...(user?.emailUndeliverable && user.email && { undeliverableEmail: readableEmail(user.email) }),
    filter,
    // A filtered list has only some of the debts.
    total: filter
      ? null
      : totalDueOf(
          data.filter((account) => rightsOf(account).pay),
          accountsAtOnce(base),
        ),
  }
}

/** One of the pages of a long list: `count` accounts in all, `number` from 1. */
type AccountsPage = Record<'count' | 'number' | 'pages' | 'first' | 'last', number>

const ACCOUNTS_ON_A_PAGE = 50

/**
 * The page with the number in the address: the first if the text is no number, the last if the number is too high.
 * `page` is null for a list of one page.
 */
const pageOfAccounts = (
  accounts: readonly Account[],
  pageParam: string | null,
): { shown: readonly Account[]; page: AccountsPage | null } => {
  if (accounts.length <= ACCOUNTS_ON_A_PAGE) return { shown: accounts, page: null }
  const pages = Math.ceil(accounts.length / ACCOUNTS_ON_A_PAGE)
  const requestedPage = /^\d{1,6}$/.test(pageParam ?? '') ? Number(pageParam) : 1
  const number = Math.min(Math.max(requestedPage, 1), pages)
  const start = (number - 1) * ACCOUNTS_ON_A_PAGE
  const shown = accounts.slice(start, start + ACCOUNTS_ON_A_PAGE)
  return {
    shown,
    page: { count: accounts.length, number, pages, first: start + 1, last: start + shown.length },
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, setDefaultForm, {
    call: ({ account }) => api.submit('setDefaultAccount', { id: account }),
    next: {
      message: 'Основной лицевой счёт изменён',
      to: paths.accountsFound(filterOf(request), Number(pageParamOf(request)) || 1),
    },
  })
}

/** Lists of this length or shorter have no search. */
const MAX_WITHOUT_SEARCH = 3

/** The customer's list of accounts. */
export default function AccountListPage() {
  const { accounts, features, page, filter, total, undeliverableEmail } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const setDefault = usePostForm<typeof setDefaultForm>('set-default', [], reply)
  const resultCount = page?.count ?? accounts?.length ?? 0
  const hasNoAccounts = accounts?.length === 0 && !filter
  const warning = undeliverableEmail && (
    <UndeliverableEmail email={undeliverableEmail}>
      <Link to={paths.changeEmailRequest}>Изменить адрес почты</Link>
    </UndeliverableEmail>
  )
  return (
    <>
      <FormOutcome forms={[setDefault]} />
      <PageHeading
        title="Лицевые счета"
        actions={
          !hasNoAccounts && (
            <ButtonLink to={paths.addAccount} kind="secondary" icon="plus">
              Добавить лицевой счёт
            </ButtonLink>
          )
        }
      />
      {!accounts ? (
        <MissingPart what="лицевые счета" />
      ) : hasNoAccounts ? (
        <Stack>
          {warning}
          <FirstAccount>Здесь будет видно, сколько и до какого числа платить.</FirstAccount>
        </Stack>
      ) : (
        <Stack>
          {warning}
          {total && <TotalDue view={total} />}
          {(filter || resultCount > MAX_WITHOUT_SEARCH) && (
            <AccountSearch filter={filter} resultCount={resultCount} />
          )}
          {accounts.length > 0 ? (
            <ul className={styles.list}>
              {accounts.map(({ view, unfinished }) => (
                <li key={view.account}>
                  <AccountCard
                    view={view}
                    unfinished={unfinished}
                    features={features}
                    isUnderTotal={Boolean(total?.owed)}
                  />
                </li>
              ))}
            </ul>
          ) : (
            <NothingFound />
          )}
          {page && <AccountPages page={page} filter={filter} />}
        </Stack>
      )}
    </>
  )
}

function NothingFound() {
  return (
    <EmptyState
      icon="search"
      title="Таких лицевых счетов нет"
      action={
        <ButtonLink to={paths.accounts} kind="secondary">
          Показать все лицевые счета
        </ButtonLink>
      }
    >
      Попробуйте часть номера, название или улицу. Если лицевого счёта ещё нет в кабинете, добавьте его.
    </EmptyState>
  )
}

/** Which accounts are shown, and links to the pages before and after. */
function AccountPages({ page, filter }: { page: AccountsPage; filter: string }) {
  const { count, number, pages, first, last } = page
  return (
    <nav aria-label="Страницы списка" data-print="hidden">
      <Stack>
        <p>
          Показаны лицевые счета {first}–{last} из {count}.
        </p>
        <Stack direction="row">
          {number > 1 && (
            <ButtonLink kind="secondary" to={paths.accountsFound(filter, number - 1)}>
              Предыдущие
            </ButtonLink>
          )}
          {number < pages && (
            <ButtonLink kind="secondary" to={paths.accountsFound(filter, number + 1)}>
              Следующие
            </ButtonLink>
          )}
        </Stack>
      </Stack>
    </nav>
  )
}

/** The search as a GET form with the number of results; its address can be bookmarked. */
function AccountSearch({ filter, resultCount }: { filter: string; resultCount: number }) {
  return (
    <div>
      <Form method="get" action={paths.accounts} role="search">
        <SearchField
          key={filter}
          id="filter"
          name="filter"
          label="Найти лицевой счёт"
          placeholder="Номер или адрес"
          defaultValue={filter}
        />
      </Form>
      <p className={styles.found} role="status">
        {filter && (
          <>
            По запросу «{filter}» {resultCountInWords(resultCount)}.{' '}
            {resultCount > 0 && <Link to={paths.accounts}>Показать все лицевые счета</Link>}
          </>
        )}
      </p>
    </div>
  )
}

const resultCountInWords = (resultCount: number) =>
  resultCount
    ? `нашли ${count(resultCount, ['лицевой счёт', 'лицевых счёта', 'лицевых счетов'])}`
    : 'ничего не нашли'

export const meta = (args: MetaArgs<typeof loader>) => {
  const page = args.data?.page
  const part = page && page.number > 1 ? `, страница ${page.number} из ${page.pages}` : ''
  return pageMeta(`Лицевые счета${part}`, args)
}
