import { paymentStatus } from 'contract/payments'
import { day } from 'contract/time'
import type { FilterErrors, TypedFilter } from './history-filter'

const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2099-12-31'
/** Longer than any valid value; an invalid one is shown again up to this length. */
const LONGEST_VALUE = 40

const BAD_DAY = 'Такого дня нет. Укажите день с 2000 по 2099 год или оставьте поле пустым.'
const BAD_STATUS = 'Такого состояния нет. Выберите одно из списка.'
const BAD_ORDER = 'Последний день раньше первого. Поменяйте дни местами.'

export interface RequestedHistory {
  typed: TypedFilter
  /** Null when the whole filter is valid. */
  errors: FilterErrors | null
  /** The cursor of the page; null for the first page, and for an invalid cursor. */
  cursor: string | null
}

/** Reads filter and cursor from the address. */
export const readHistoryFilter = (query: URLSearchParams): RequestedHistory => {
  const value = (name: string) => (query.get(name) ?? '').trim().slice(0, LONGEST_VALUE)
  const typed = { from: value('from'), to: value('to'), status: value('status') }
  const errors = errorsOf(typed)
  const cursor = query.get('cursor') ?? ''
  return {
    typed,
    errors: Object.keys(errors).length > 0 ? errors : null,
    cursor: isCursor(cursor) ? cursor : null,
  }
}

const errorsOf = ({ from, to, status }: TypedFilter): FilterErrors => {
  const errors: FilterErrors = {}
  if (from && !isDay(from)) errors.from = BAD_DAY
  if (to && !isDay(to)) errors.to = BAD_DAY
  if (from && to && !errors.from && !errors.to && from > to) errors.to = BAD_ORDER
  if (status && !paymentStatus.safeParse(status).success) errors.status = BAD_STATUS
  return errors
}

const isDay = (typed: string) => day.safeParse(typed).success && typed >= FIRST_DAY && typed <= LAST_DAY

const isCursor = (text: string) => /^\P{Cc}+$/u.test(text)
