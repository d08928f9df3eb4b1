import { zone } from 'contract/readings'
import { z } from 'zod'

const storedZones = z.array(z.object({ zone, title: z.string() }))

/** The zones of a stored meter. */
export const zonesOf = ({ zones }: { zones: string }) => storedZones.parse(JSON.parse(zones))

/** The units after which a counter of the meter begins at zero again. */
export const rangeOf = ({ digits, decimals }: { digits: number; decimals: number }) =>
  10 ** (digits + decimals)
