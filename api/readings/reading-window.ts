import type { ReadingDays } from 'api/config'
import { addDays, addMonths } from 'format/dates'

export interface Window {
  from: string
  to: string
  open: boolean
}

/** The window of the day's month; after its end the next one, which is not open yet. */
export const windowOn = (today: string, days: ReadingDays): Window => {
  const month = today.slice(0, 7)
  const window = windowOf(month, days)
  if (today > window.to) return { ...windowOf(addMonths(month, 1), days), open: false }
  return { ...window, open: today >= window.from }
}

/** The windows of some months in a row. */
export const windowsFrom = (month: string, count: number, days: ReadingDays): Pick<Window, 'from' | 'to'>[] =>
  Array.from({ length: count }, (_, at) => windowOf(addMonths(month, at), days))

const windowOf = (month: string, { first, last }: ReadingDays) => {
  const monthEnd = addDays(`${addMonths(month, 1)}-01`, -1)
  const to = dayOf(month, last)
  return { from: dayOf(month, first), to: to < monthEnd ? to : monthEnd }
}

const dayOf = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`

const daysBefore = 3

/** The day on which customers are reminded of a window: three days before its last one, but not before its first. */
export const reminderDay = ({ from, to }: Window): string => {
  const day = addDays(to, -daysBefore)
  return day < from ? from : day
}
