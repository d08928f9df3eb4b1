/** Readings stand in the order of their moments: forms of one millisecond, or of two clocks, come one after the other. */
export const afterMoment = (newest: string | null, now: Date): string =>
  newest !== null && newest >= now.toISOString()
    ? new Date(Date.parse(newest) + 1).toISOString()
    : now.toISOString()
