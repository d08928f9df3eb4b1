import { wallClock } from './dates'

/** One line of a schedule as people write it: 'Пн–Пт', '9:00–18:00'. */
interface WorkingHours {
  days: string
  hours: string
}

interface Span {
  from: number
  to: number
}

const DAY = 24 * 60
const WEEK = 7 * DAY
const SHORT_NAMES = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']
const FULL_NAMES = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье']
const ON_DAY = [
  'в\u00a0понедельник',
  'во\u00a0вторник',
  'в\u00a0среду',
  'в\u00a0четверг',
  'в\u00a0пятницу',
  'в\u00a0субботу',
  'в\u00a0воскресенье',
]
const EVERY_DAY = /^(?:ежедневно|каждый день|без выходных|все дни|всегда)$/
const ROUND_THE_CLOCK = /^(?:круглосуточно|24 часа|24\/7)$/
const CLOSED = /^(?:выходной|выходные|закрыто|не работаем|нет при[её]ма)$/
const BREAK = /\s*[,;(]?\s*(?:перерыв|обед)(?:\s+на обед)?\s*:?\s*/
const SPAN = /^(?:с\s+)?(\d{1,2})(?:[:.](\d{2}))?\s*(?:-|до)\s*(\d{1,2})(?:[:.](\d{2}))?$/

function plainly(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u00a0\u2009\u202f]+/g, ' ')
    .trim()
}

function dayIndex(name: string): number {
  const bare = name.trim().replace(/\.$/, '')
  return Math.max(SHORT_NAMES.indexOf(bare), FULL_NAMES.indexOf(bare))
}

function parseDayRange(range: string): number[] | null {
  if (/^(?:будни|рабочие дни)$/.test(range)) return [0, 1, 2, 3, 4]
  if (range === 'выходные') return [5, 6]
  const ends = range.split('-')
  const first = dayIndex(ends[0] ?? '')
  const last = dayIndex(ends.at(-1) ?? '')
  if (ends.length > 2 || first < 0 || last < 0) return null
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7)
}

/** Indices of days, Monday is 0; null when the text can't be parsed. */
function parseDays(text: string): number[] | null {
  const days = plainly(text)
  if (EVERY_DAY.test(days)) return [0, 1, 2, 3, 4, 5, 6]
  const ranges = days.split(/\s*(?:[,;/]|\sи\s)\s*/).map(parseDayRange)
  return ranges.every((range) => range !== null) ? ranges.flat() : null
}

function parseSpan(text: string): Span | null {
  const parts = SPAN.exec(text.trim())
  if (!parts) return null
  const from = Number(parts[1]) * 60 + Number(parts[2] ?? 0)
  const to = Number(parts[3]) * 60 + Number(parts[4] ?? 0)
  if (from >= DAY || to > DAY || Number(parts[2] ?? 0) > 59 || Number(parts[4] ?? 0) > 59) return null
  return { from, to: to > from ? to : to + DAY }
}

function parseSpans(text: string): Span[] | null {
  const spans = text.split(/\s*(?:[,;]|\sи\s)\s*/).map(parseSpan)
  return spans.every((span) => span !== null) ? spans : null
}

function withoutGap(span: Span, gap: Span): Span[] {
  if (gap.to <= span.from || gap.from >= span.to) return [span]
  return [
    { from: span.from, to: gap.from },
    { from: gap.to, to: span.to },
  ].filter((rest) => rest.to > rest.from)
}

/**
 * Spans of a day in minutes from midnight, past 24 h when they end on the next day; null when the text can't be parsed.
 */
function parseHours(text: string): Span[] | null {
  const hours = plainly(text).replace(/[)]$/, '')
  if (ROUND_THE_CLOCK.test(hours)) return [{ from: 0, to: DAY }]
  if (CLOSED.test(hours)) return []
  const [open = '', pause] = hours.split(BREAK)
  const spans = parseSpans(open)
  if (pause === undefined || spans === null) return spans
  const gaps = parseSpans(pause)
  return gaps ? gaps.reduce((rest, gap) => rest.flatMap((span) => withoutGap(span, gap)), spans) : null
}

/** Spans of a week in minutes from Monday's midnight, sorted, adjacent ones merged. */
function weekOf(schedule: readonly WorkingHours[]): Span[] | null {
  const byDay: Span[][] = Array.from({ length: 7 }, () => [])
  for (const line of schedule) {
    const days = parseDays(line.days)
    const spans = parseHours(line.hours)
    if (!days || !spans) return null
    for (const day of days) byDay[day] = spans
  }
  const week = byDay
    .flatMap((spans, day) => spans.map(({ from, to }) => ({ from: from + day * DAY, to: to + day * DAY })))
    .sort((a, b) => a.from - b.from)
  const merged: Span[] = []
  for (const span of week) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push(span)
  }
  return merged
}

function atClock(minute: number): string {
  const ofDay = minute % DAY
  return `${Math.floor(ofDay / 60)}:${String(ofDay % 60).padStart(2, '0')}`
}

function openText(now: number, span: Span, week: readonly Span[]): string {
  if (span.to - span.from >= WEEK) return 'Сейчас открыто, круглосуточно'
  const next = week.find((other) => other.from === span.to % WEEK)
  const until = next ? span.to + next.to - next.from : span.to
  if (until - now > DAY) return 'Сейчас открыто, круглосуточно'
  return until % DAY === 0 ? 'Сейчас открыто до\u00a0полуночи' : `Сейчас открыто до\u00a0${atClock(until)}`
}

function closedText(now: number, opening: number): string {
  const daysAhead = Math.floor(opening / DAY) - Math.floor(now / DAY)
  const at = `в\u00a0${atClock(opening)}`
  if (daysAhead === 0) return `Сейчас закрыто, откроется сегодня ${at}`
  if (daysAhead === 1) return `Сейчас закрыто, откроется завтра ${at}`
  if (daysAhead >= 7) return `Сейчас закрыто, откроется через неделю ${at}`
  return `Сейчас закрыто, откроется ${ON_DAY[Math.floor(opening / DAY) % 7] ?? ''} ${at}`
}

/**
 * Whether a place with this schedule is open at a moment, in words: 'Сейчас открыто до 18:00', 'Сейчас закрыто,
 * откроется завтра в 9:00'. A later line of the schedule overrides an earlier one for its days. Null when a line can't
 * be parsed, or there is none.
 */
export function openingState(
  schedule: readonly WorkingHours[],
  moment: Date,
  timeZone: string,
): { open: boolean; text: string } | null {
  const week = schedule.length > 0 ? weekOf(schedule) : null
  if (!week) return null
  const wall = wallClock(moment, timeZone)
  const weekday = (new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay() + 6) % 7
  const now = weekday * DAY + wall.hour * 60 + wall.minute
  for (const at of [now, now + WEEK]) {
    const span = week.find(({ from, to }) => from <= at && at < to)
    if (span) return { open: true, text: openText(at, span, week) }
  }
  const opening = week.find(({ from }) => from > now)?.from ?? (week[0] ? week[0].from + WEEK : null)
  return { open: false, text: opening === null ? 'Сейчас закрыто' : closedText(now, opening) }
}
