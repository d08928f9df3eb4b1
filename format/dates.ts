import { DAY } from './durations'
import { count, plural } from './plural'

/** The time zone used when none is configured. */
export const DEFAULT_TIME_ZONE = 'Europe/Moscow'

const DAYS = ['день', 'дня', 'дней'] as const

// Own month names: the server's and the browser's ICU differ in spaces and 'г.', which would break hydration.
const MONTHS = [
  ['январь', 'января', 'январе'],
  ['февраль', 'февраля', 'феврале'],
  ['март', 'марта', 'марте'],
  ['апрель', 'апреля', 'апреле'],
  ['май', 'мая', 'мае'],
  ['июнь', 'июня', 'июне'],
  ['июль', 'июля', 'июле'],
  ['август', 'августа', 'августе'],
  ['сентябрь', 'сентября', 'сентябре'],
  ['октябрь', 'октября', 'октябре'],
  ['ноябрь', 'ноября', 'ноябре'],
  ['декабрь', 'декабря', 'декабре'],
] as const

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cachedClock = clocks.get(timeZone)
  if (cachedClock) return cachedClock
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  clocks.set(timeZone, clock)
  return clock
}

interface WallClock {
  year: number
  /** 1–12 */
  month: number
  day: number
  hour: number
  minute: number
}

/** Date and time of a moment in a time zone. RangeError for an invalid zone or moment. */
export function wallClock(moment: Date, timeZone: string = DEFAULT_TIME_ZONE): WallClock {
  const ms = moment.getTime()
  // Offsets of the time before 1970 may have seconds.
  const offset = ms > 0 ? offsetOn(Math.floor(ms / DAY), timeZone) : null
  if (offset === null) return formatWallClock(ms, timeZone)
  const local = new Date(ms + offset)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  }
}

/** `wallClock` without the cache of offsets: ten times slower. */
function formatWallClock(ms: number, timeZone: string): WallClock {
  // '10/5/2026, 12:07': formatToParts would make ten objects.
  const shown = clockOf(timeZone).format(ms).match(/\d+/g) ?? []
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = shown.map(Number)
  return { year, month, day, hour, minute }
}

const MAX_OFFSETS = 4_000

const offsets = new Map<string, number | null>()

/** The offset of a zone from UTC on a UTC day, in milliseconds; null on a day when it changes. */
function offsetOn(utcDay: number, timeZone: string): number | null {
  const key = `${utcDay} ${timeZone}`
  const cachedOffset = offsets.get(key)
  if (cachedOffset !== undefined) return cachedOffset
  const [first, last] = [utcDay * DAY, (utcDay + 1) * DAY].map((ms) => {
    const { year, month, day, hour, minute } = formatWallClock(ms, timeZone)
    return Date.UTC(year, month - 1, day, hour, minute) - ms
  })
  const offset = first !== undefined && first === last ? first : null
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  offsets.set(key, offset)
  return offset
}

function midnightOf(day: string): number {
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) {
    throw new RangeError(`Not a day: ${day}`)
  }
  return ms
}

function monthsOf(period: string): number {
  const parts = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(period)
  if (!parts) throw new RangeError(`Not a period: ${period}`)
  return Number(parts[1]) * 12 + Number(parts[2]) - 1
}

function dayAndMonth(day: number, month: number): string {
  return `${day}\u00a0${MONTHS[month - 1]?.[1] ?? ''}`
}

/** '2026-11-15' → '15 ноября'. RangeError for an invalid day. */
export function formatDay(day: string): string {
  const date = new Date(midnightOf(day))
  return dayAndMonth(date.getUTCDate(), date.getUTCMonth() + 1)
}

/** '2026-11-15' → '15 ноября 2026 г.'. RangeError for an invalid day. */
export function formatDayWithYear(day: string): string {
  return `${formatDay(day)} ${Number(day.slice(0, 4))}\u00a0г.`
}

/** 'с 1 по 25 ноября', 'с 23 октября по 5 ноября'. RangeError for an invalid day. */
export function formatDays(from: string, to: string): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  const first = isOneMonth ? Number(from.slice(8)) : formatDay(from)
  return `с\u00a0${first} по\u00a0${formatDay(to)}`
}

/** A moment (ISO 8601, UTC) in the given zone: '5 октября 2026 г., 12:12'. RangeError for an invalid moment. */
export function formatMoment(iso: string, timeZone: string = DEFAULT_TIME_ZONE): string {
  const at = wallClock(new Date(iso), timeZone)
  const minute = String(at.minute).padStart(2, '0')
  return `${dayAndMonth(at.day, at.month)} ${at.year}\u00a0г., ${at.hour}:${minute}`
}

/** The day of a moment in the given zone; a day is itself. RangeError for an invalid moment. */
export function dayOf(dayOrMoment: string, timeZone: string = DEFAULT_TIME_ZONE): string {
  return isDay(dayOrMoment) ? dayOrMoment : today(timeZone, new Date(dayOrMoment))
}

/** `dayOf` for a text of unknown origin: null if it is neither a day nor a moment. */
export function dayIn(text: string, timeZone: string = DEFAULT_TIME_ZONE): string | null {
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) return null
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return null
  if (!isDay(text)) return today(timeZone, at)
  return at.toISOString().startsWith(text) ? text : null
}

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length

/** `formatMoment`, or for a day without its time '5 октября 2026 г.'. RangeError for anything else. */
export function formatDayOrMoment(text: string, timeZone: string = DEFAULT_TIME_ZONE): string {
  return isDay(text) ? formatDayWithYear(text) : formatMoment(text, timeZone)
}

/** A moment (ISO 8601, UTC) in the given zone, for lists: '05.10.2026 12:12'. RangeError for an invalid moment. */
export function formatNumericMoment(iso: string, timeZone: string = DEFAULT_TIME_ZONE): string {
  const at = wallClock(new Date(iso), timeZone)
  return `${numericDayOf(at)} ${at.hour}:${two(at.minute)}`
}

const two = (number: number) => String(number).padStart(2, '0')

const numericDayOf = ({ day, month, year }: { day: number; month: number; year: number }) =>
  `${two(day)}.${two(month)}.${year}`

/** The day and the time of a moment for a table that programs read: '05.10.2026' and '09:05'. */
export function tableMoment(
  iso: string,
  timeZone: string = DEFAULT_TIME_ZONE,
): { day: string; time: string } {
  const at = wallClock(new Date(iso), timeZone)
  return { day: numericDayOf(at), time: `${two(at.hour)}:${two(at.minute)}` }
}

/**
 * A past moment within a sentence: 'в 6:43' on the day of `now`, otherwise '5 октября в 6:43', with the year when it
 * differs. RangeError for an invalid moment.
 */
export function formatMomentBeside(iso: string, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const at = wallClock(new Date(iso), timeZone)
  const then = wallClock(now, timeZone)
  const time = `в\u00a0${at.hour}:${String(at.minute).padStart(2, '0')}`
  if (at.year !== then.year) return `${dayAndMonth(at.day, at.month)} ${at.year}\u00a0г. ${time}`
  return at.month === then.month && at.day === then.day ? time : `${dayAndMonth(at.day, at.month)} ${time}`
}

/** '2026-10' → 'октябрь 2026'; the same form fits after 'за'. RangeError for an invalid period. */
export function formatPeriod(period: string): string {
  const months = monthsOf(period)
  return `${MONTHS[months % 12]?.[0] ?? ''}\u00a0${Math.floor(months / 12)}`
}

/** 'Октябрь 2026 г.' → '2026-10'; null for anything else. */
export function readPeriod(text: string): string | null {
  const [, name = '', year] = /^([а-я]+)\s(\d{4})(?:\sг\.)?$/i.exec(text) ?? []
  const month = MONTHS.findIndex(([nominative]) => nominative === name.toLowerCase())
  return year === undefined || month === -1 ? null : `${year}-${String(month + 1).padStart(2, '0')}`
}

/**
 * A month within a sentence after 'в': '2026-09' beside '2026-10' → 'сентябре', beside another year 'сентябре 2026
 * года'. RangeError for an invalid period.
 */
export function formatPeriodIn(period: string, beside: string): string {
  const months = monthsOf(period)
  const month = MONTHS[months % 12]?.[2] ?? ''
  return period.slice(0, 4) === beside.slice(0, 4) ? month : `${month} ${Math.floor(months / 12)}\u00a0года`
}

/** Days from the first day to the second; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnightOf(to) - midnightOf(from)) / DAY)
}

/** Adds days; negative ones go back. */
export function addDays(day: string, days: number): string {
  return new Date(midnightOf(day) + days * DAY).toISOString().slice(0, 10)
}

/** Adds months to a period; negative ones go back: ('2026-01', -1) → '2025-12'. */
export function addMonths(period: string, months: number): string {
  const sum = monthsOf(period) + months
  return `${String(Math.floor(sum / 12)).padStart(4, '0')}-${String((sum % 12) + 1).padStart(2, '0')}`
}

/** The current day in the given zone, '2026-10-05'. The last one is 9999-12-31, which many systems have for 'never'. */
export function today(timeZone: string, now: Date): string {
  const { year, month, day } = wallClock(now, timeZone)
  if (year > 9999) return '9999-12-31'
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  )
}

/** 'до 15 ноября, осталось 4 дня', 'сегодня последний день' or 'просрочено на 3 дня'. */
export function dueInWords(dueDay: string, today: string): string {
  const left = daysBetween(today, dueDay)
  if (left < 0) return `просрочено на\u00a0${count(-left, DAYS)}`
  const leftInWords = daysLeftInWords(dueDay, today)
  return left === 0 ? leftInWords : `до\u00a0${formatDay(dueDay)}, ${leftInWords}`
}

/** 'осталось 4 дня' or 'сегодня последний день', for a last day that has not passed. */
export function daysLeftInWords(lastDay: string, today: string): string {
  const left = daysBetween(today, lastDay)
  if (left === 0) return 'сегодня последний день'
  return `${plural(left, ['остался', 'осталось', 'осталось'])} ${count(left, DAYS)}`
}
