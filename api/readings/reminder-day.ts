import { addDays } from 'format/dates'
import type { Window } from './reading-window'

const daysBefore = 3

/** The day on which customers are reminded of a window: three days before its last one, but not before its first. */
export const reminderDay = ({ from, to }: Window): string => {
  const day = addDays(to, -daysBefore)
  return day < from ? from : day
}
