import { addDays } from 'format/dates'

/** Days off by month and day in every year (Labour Code, article 112). */
const holidays: readonly string[] = [
  '01-01',
  '01-02',
  '01-03',
  '01-04',
  '01-05',
  '01-06',
  '01-07',
  '01-08',
  '02-23',
  '03-08',
  '05-01',
  '05-09',
  '06-12',
  '11-04',
]

/** The days that the government has moved in a year: more days off, and weekend days that are worked. */
interface MovedDays {
  off: readonly string[]
  worked: readonly string[]
}

/** By year. When the decree for the next year comes, in autumn, add a line and change `workingDaysEnd`. */
const movedDays: Readonly<Record<string, MovedDays>> = {
  '2025': {
    off: ['2025-05-02', '2025-05-08', '2025-06-13', '2025-11-03', '2025-12-31'],
    worked: ['2025-11-01'],
  },
  '2026': {
    off: ['2026-01-09', '2026-03-09', '2026-05-11', '2026-12-31'],
    worked: [],
  },
}

/** The first day of the first year without a known decree. */
export const workingDaysEnd = '2027-01-01'

const isDayOff = (day: string): boolean => {
  const moved = movedDays[day.slice(0, 4)]
  if (moved?.off.includes(day)) return true
  if (moved?.worked.includes(day)) return false
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay()
  return weekday === 0 || weekday === 6 || holidays.includes(day.slice(5))
}

/** Returns the day itself, or the next working day: a term that ends on a day off ends then (Civil Code, article 193). */
export const workingDayFrom = (day: string): string => (isDayOff(day) ? workingDayFrom(addDays(day, 1)) : day)
