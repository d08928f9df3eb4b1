import { Form } from '@remix-run/react'
import { count } from 'format/plural'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { SearchField } from '~/ui/search-field/search-field'
import styles from './account-search.module.css'

/** The search as a GET form with the number of results; its address can be bookmarked. */
export function AccountSearch({ filter, found }: { filter: string; found: number }) {
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
        {filter !== '' && (
          <>
            По запросу «{filter}» {foundInWords(found)}.{' '}
            {found > 0 && <Link to={paths.accounts}>Показать все лицевые счета</Link>}
          </>
        )}
      </p>
    </div>
  )
}

const foundInWords = (found: number) =>
  found === 0
    ? 'ничего не нашли'
    : `нашли ${count(found, ['лицевой счёт', 'лицевых счёта', 'лицевых счетов'])}`
