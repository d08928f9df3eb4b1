import { randomFillSync } from 'node:crypto'

/** Asking the system for a few bytes costs more than the headers of a page: it is asked for many at once. */
const supply = Buffer.alloc(4_096)
let used = supply.length

/** This many random bytes as text. */
export const randomText = (bytes: number, encoding: 'base64' | 'hex'): string => {
  if (used + bytes > supply.length) {
    randomFillSync(supply)
    used = 0
  }
  used += bytes
  return supply.toString(encoding, used - bytes, used)
}
