/** The seconds of a `Retry-After` header that is a whole number of them, or the time of one that is a date. */
type Wait = { seconds: number } | { until: Date }

/** Null for a header that can not be read. */
export const parseRetryAfter = (retryAfter: string | null): Wait | null => {
  if (retryAfter === null) return null
  if (/^\d{1,9}$/.test(retryAfter.trim())) return { seconds: Number(retryAfter) }
  // Left to itself, Date.parse finds a date in almost anything.
  const date = /^\w{3}, .* GMT$/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return Number.isNaN(date) ? null : { until: new Date(date) }
}

/** Sets the header to what the product API has said, written anew, or not at all where that can not be read. */
export const passRetryAfterOn = (headers: Headers, retryAfter: string | null) => {
  const wait = parseRetryAfter(retryAfter)
  if (wait) headers.set('Retry-After', 'seconds' in wait ? `${wait.seconds}` : wait.until.toUTCString())
}
