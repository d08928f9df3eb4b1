import type { Zone } from 'contract/readings'

/** The name of the control of one zone of a meter. */
export const fieldOf = (meter: string, zone: Zone) => `reading-${meter}-${zone}`
