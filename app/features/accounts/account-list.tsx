import { Form } from '@remix-run/react'
import { count } from 'format/plural'
import type { ReactNode } from 'react'
import { FirstAccount } from '~/layouts/first-account'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { SearchField } from '~/ui/search-field/search-field'
import { Stack } from '~/ui/stack/stack'
import { MissingPart } from '~/ui/warning/warning'
import { AccountCard, type AccountFeatures, type UnfinishedView } from './account-card'
import type { setDefaultForm } from './account-forms.server'
import styles from './account-list.module.css'
import type { AccountView } from './account-view'
import type { AccountsPageView } from './accounts-page'
import type { TotalDueView } from './total-due'
import { TotalDue } from './total-due'

/** Lists of this length or shorter have no search. */
const MAX_WITHOUT_SEARCH = 3

/** An account of the list, with its payment that is not finished. */
interface ListedAccount {
  view: AccountView
  unfinished: UnfinishedView | null
}

interface AccountListProps {
  /** Null beside a rejected form: the list could not be loaded. */
  accounts: readonly ListedAccount[] | null
  /** Which page of the list `accounts` are; left out: the whole list. */
  page?: AccountsPageView | undefined
  /** The search text; empty for the whole list. */
  filter: string
  /** Null when there is one account, and when the list is filtered. */
  total: TotalDueView | null
  features: AccountFeatures
  /** What the customer has to know first. */
  warning?: ReactNode
  reply: FormReply | undefined
}

/** The customer's list of accounts. */
export function AccountList({ accounts, features, page, filter, total, warning, reply }: AccountListProps) {
  const setDefault = usePostForm<typeof setDefaultForm>('set-default', [], reply)
  const resultCount = page?.count ?? accounts?.length ?? 0
  const nothingYet = accounts?.length === 0 && !filter
  return (
    <>
      <FormOutcome forms={[setDefault]} />
      <PageHeading
        title="Лицевые счета"
        actions={
          !nothingYet && (
            <ButtonLink to={paths.addAccount} kind="secondary" icon="plus">
              Добавить лицевой счёт
            </ButtonLink>
          )
        }
      />
      {!accounts ? (
        <MissingPart what="лицевые счета" />
      ) : nothingYet ? (
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
function AccountPages({ page, filter }: { page: AccountsPageView; filter: string }) {
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
