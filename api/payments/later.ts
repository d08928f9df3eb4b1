/** The moment so long after another, or before it. */
export const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()
