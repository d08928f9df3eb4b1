import { count } from 'format/plural'

/** The value of a `Retry-After` header: whole seconds, or a date. */
type Wait = { seconds: number } | { until: Date }

/** Null for a header that can not be read. */
const parseRetryAfter = (retryAfter: string | null): Wait | null => {
  if (retryAfter === null) return null
  if (/^\d{1,9}$/.test(retryAfter.trim())) return { seconds: Number(retryAfter) }
  // Date.parse alone finds a date in almost any text.
  const date = /^\w{3}, .* GMT$/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return Number.isNaN(date) ? null : { until: new Date(date) }
}

/** Sets the header to the product API's value, normalized; does nothing if the value cannot be parsed. */
export const passRetryAfterOn = (headers: Headers, retryAfter: string | null) => {
  const wait = parseRetryAfter(retryAfter)
  if (wait) headers.set('Retry-After', 'seconds' in wait ? `${wait.seconds}` : wait.until.toUTCString())
}

/** When to try again, from a `Retry-After` header (seconds, or a date): «Попробуйте снова через 5 минут.» */
export const waitInWords = (retryAfter: string | null, now = Date.now()): string => {
  const seconds = toSeconds(retryAfter, now)
  if (seconds === null) return 'Попробуйте немного позже.'
  if (seconds < 60) return `Попробуйте снова через ${count(seconds, ['секунду', 'секунды', 'секунд'])}.`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `Попробуйте снова через ${count(minutes, ['минуту', 'минуты', 'минут'])}.`
  return `Попробуйте снова через ${count(Math.ceil(minutes / 60), ['час', 'часа', 'часов'])}.`
}

/** Two sentences: the API's message about too many tries, or a default, and when to try again. */
export const tooManyTries = (message: string, retryAfter: string | null): string => {
  const words = message.trim() || 'Слишком много попыток.'
  return `${words}${/[.!?…]$/.test(words) ? '' : '.'} ${waitInWords(retryAfter)}`
}

const toSeconds = (retryAfter: string | null, now: number) => {
  const wait = parseRetryAfter(retryAfter)
  if (wait === null) return null
  return Math.max(1, 'seconds' in wait ? wait.seconds : Math.ceil((wait.until.getTime() - now) / 1000))
}
