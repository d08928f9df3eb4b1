import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { Panel } from '~/ui/panel/panel'
import { Select } from '~/ui/select/select'
import styles from './months-form.module.css'

/** The two months of a comparison, and the months to choose from. */
export interface ComparedMonths {
  account: string
  period: string
  /** Null: the month before. */
  against: string | null
  /** Newest first. */
  choices: readonly { value: string; title: string }[]
  /** Null where there is no such invoice. */
  monthAgo: string | null
  yearAgo: string | null
}

/** A GET form, so that a comparison can be bookmarked. */
export function MonthsForm({ months }: { months: ComparedMonths }) {
  const { account, period, against, choices, monthAgo, yearAgo } = months
  if (choices.length < 2) return null
  return (
    <div data-print="hidden">
      <Panel title="Сравнить с другим месяцем" tone="quiet">
        {(monthAgo ?? yearAgo) && (
          <ul className={styles.shortcuts}>
            {monthAgo && <Shortcut months={months} to={monthAgo} words="Месяц назад" />}
            {yearAgo && <Shortcut months={months} to={yearAgo} words="Год назад" />}
          </ul>
        )}
        <Form
          key={`${period} ${against}`}
          className={styles.form}
          method="get"
          action={paths.invoiceExplanation(account)}
          aria-label="Какие квитанции сравнить"
        >
          <input type="hidden" name="account" value={account} />
          <Select
            id="explained-period"
            name="period"
            label="Квитанция за"
            defaultValue={period}
            options={choices}
          />
          <Select
            id="explained-against"
            name="against"
            label="С каким месяцем сравнить"
            defaultValue={against ?? ''}
            options={[{ value: '', title: 'с предыдущим' }, ...choices]}
          />
          <div className={styles.button}>
            <Button kind="secondary">Сравнить</Button>
          </div>
        </Form>
      </Panel>
    </div>
  )
}

function Shortcut({
  months: { account, period, against },
  to,
  words,
}: {
  months: ComparedMonths
  to: string
  words: string
}) {
  return (
    <li>
      <Link
        to={paths.invoiceExplanation(account, { period, against: to })}
        {...(against === to && { 'aria-current': 'page' as const })}
      >
        {words}
      </Link>
    </li>
  )
}
