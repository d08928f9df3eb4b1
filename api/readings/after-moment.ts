/**
 * The moment of a new form, always after the newest reading: readings are ordered by their moments, and two forms may
 * come in one millisecond, or by two clocks.
 */
export const afterMoment = (newest: string | null, now: Date): string =>
  newest !== null && newest >= now.toISOString()
    ? new Date(Date.parse(newest) + 1).toISOString()
    : now.toISOString()
