import { Form } from '@remix-run/react'
import type { PaymentStatus } from 'contract/payments'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
import { Field } from '~/ui/field/field'
import { Icon } from '~/ui/icon/icon'
import { Select } from '~/ui/select/select'
import styles from './history-filter.module.css'

/** The filter in the address of the history, as typed; empty values where there is none. */
export interface TypedFilter {
  from: string
  to: string
  status: string
}

/** Errors by the name of the control. */
export type FilterErrors = Partial<Record<keyof TypedFilter, string>>

/** The titles of the statuses, in the filter's order. */
const statusTitles: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Ожидают',
  succeeded: 'Оплачены',
  canceled: 'Не прошли или отменены',
}

export interface HistoryFilterFormProps {
  account: string
  typed: TypedFilter
  errors: FilterErrors | null
}

/** The controls' ids, for the error summary. */
export const filterFieldIds: Readonly<Record<keyof TypedFilter, string>> = {
  from: 'history-from',
  to: 'history-to',
  status: 'history-status',
}

/**
 * A GET form, so that the list can be bookmarked. It is folded until something is typed.
 */
export function HistoryFilterForm({ account, typed, errors }: HistoryFilterFormProps) {
  const isOpen = errors !== null || Object.values(typed).some(Boolean)
  return (
    <details key={Object.values(typed).join()} className={styles.filter} open={isOpen} data-print="hidden">
      <summary className={styles.summary}>
        <Icon name="chevron-down" />
        <span>Выбрать дни и состояние</span>
      </summary>
      <Form
        className={styles.form}
        method="get"
        action={paths.history()}
        aria-label="Какие платежи показать"
        noValidate
      >
        <input type="hidden" name="account" value={account} />
        <Field
          id={filterFieldIds.from}
          name="from"
          type="date"
          label="С какого дня"
          defaultValue={typed.from}
          errors={errors?.from ? [errors.from] : undefined}
        />
        <Field
          id={filterFieldIds.to}
          name="to"
          type="date"
          label="По какой день"
          defaultValue={typed.to}
          errors={errors?.to ? [errors.to] : undefined}
        />
        <Select
          id={filterFieldIds.status}
          name="status"
          label="Состояние"
          defaultValue={typed.status}
          errors={errors?.status ? [errors.status] : undefined}
          options={[
            { value: '', title: 'Все' },
            ...Object.entries(statusTitles).map(([value, title]) => ({ value, title })),
          ]}
        />
        <div className={styles.button}>
          <Button kind="secondary">Показать</Button>
        </div>
      </Form>
    </details>
  )
}
