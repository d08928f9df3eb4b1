import { MINUTE } from 'format/durations'

/** How far the clock of a gateway may be off ours, when its lists are searched by time. */
export const clocksDifferMs = 10 * MINUTE
