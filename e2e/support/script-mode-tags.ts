import { isLongRun } from '../../tests/support/long-run'

/** The script modes: on, late, off, broken. */
const WAYS = [
  ['on', 'off'],
  ['late', 'broken'],
  ['on', 'broken'],
  ['late', 'off'],
] as const

/**
 * Assigns script modes, as tags, to a file's journeys: each journey runs once with scripts and once without; the first
 * two cover all four modes, the first four all pairs. `npm run test:long` runs each journey in all modes. `before` is the
 * number of journeys in the other file that this one continues.
 */
export function scriptModeTags(before = 0): () => string[] {
  let journeys = before
  return () => {
    const ways = WAYS[journeys % WAYS.length] ?? []
    journeys += 1
    return isLongRun ? [] : ways.map((way) => `@scripts-${way}`)
  }
}
