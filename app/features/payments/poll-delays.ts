const FIRST_MS = 2_000
const LONGEST_MS = 60_000
const MAX_POLLS = 40

/**
 * The delay before the next poll of a pending payment, ms: increasing, for half an hour in all. Null: no more polls.
 */
export const pollDelay = (polls: number): number | null =>
  polls < MAX_POLLS ? Math.min(LONGEST_MS, Math.round(FIRST_MS * 1.5 ** polls)) : null
