import { today } from 'format/dates'
import { localHour } from 'format/local-hour'

/** In the company's time zone: nobody is woken by a letter that no act of theirs has caused. */
const fromHour = 10

/** When a day's letters may be written. */
export const lettersFrom = (day: string, timeZone: string): Date => localHour(day, fromHour, timeZone)

/** Whether letters may be written at a moment, which they may until midnight. */
export const isLetterTime = (now: Date, timeZone: string): boolean =>
  now >= lettersFrom(today(timeZone, now), timeZone)
