const FIRST_MS = 2_000
const LONGEST_MS = 60_000
const MOST_LOOKS = 40

/** How long to wait before the next look at a pending payment, ms: ever longer, and for half an hour at most. */
export const delayOfLook = (looks: number): number | null =>
  looks < MOST_LOOKS ? Math.min(LONGEST_MS, Math.round(FIRST_MS * 1.5 ** looks)) : null
