import { addDays } from 'format/dates'
import { UsageError } from './command-errors'

/** The days of a register. Throws a UsageError for what is no day, and for a last day before the first. */
export const daysOf = (from: string, to = from) => {
  for (const day of [from, to])
    if (!isDay(day)) throw new UsageError(`${day} is not a day such as 2026-10-05`)
  if (to < from) throw new UsageError('--to: must not be before the first day')
  return { from, to }
}

export const isDay = (text: string) => {
  try {
    return addDays(text, 0) === text
  } catch {
    return false
  }
}

/** Returns the columns of `--columns`. Throws a UsageError if one of its names is unknown. */
export const checkColumns = <Column>(read: Column[] | null, names: readonly string[]): Column[] => {
  if (!read) throw new UsageError(`--columns: there are ${names.join(', ')}`)
  return read
}
