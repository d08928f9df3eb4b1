import { historyFilter } from 'contract/payments'
import { z } from 'zod'
import type { FilterErrors, TypedFilter } from './history-filter'

/** Longer than any valid value; an invalid one is shown again up to this length. */
const LONGEST_VALUE = 40

export interface RequestedHistory {
  typed: TypedFilter
  /** The filter for the API; empty when the filter is invalid. */
  filter: z.output<typeof historyFilter>
  /** Null when the whole filter is valid. */
  errors: FilterErrors | null
  /** The cursor of the page; null for the first page, and for an invalid cursor. */
  cursor: string | null
}

/** Reads filter and cursor from the address. */
export const readHistoryFilter = (query: URLSearchParams): RequestedHistory => {
  const value = (name: string) => (query.get(name) ?? '').trim().slice(0, LONGEST_VALUE)
  const typed = { from: value('from'), to: value('to'), status: value('status') }
  const { from, to, status } = typed
  const parsed = historyFilter.safeParse({
    from: from || undefined,
    to: to || undefined,
    status: status || undefined,
  })
  const cursor = query.get('cursor') ?? ''
  return {
    typed,
    filter: parsed.data ?? {},
    errors: parsed.error ? errorsOf(parsed.error) : null,
    cursor: isCursor(cursor) ? cursor : null,
  }
}

const errorsOf = (error: z.ZodError<z.output<typeof historyFilter>>): FilterErrors => {
  const { fieldErrors } = z.flattenError(error)
  return Object.fromEntries(Object.entries(fieldErrors).map(([name, [words]]) => [name, words]))
}

const isCursor = (text: string) => /^\P{Cc}+$/u.test(text)
