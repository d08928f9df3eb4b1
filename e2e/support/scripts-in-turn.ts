import { isLongRun } from '../../tests/support/long-run'

/** Scripts arrive at once or late; the browser runs none, or none ever arrives. */
const WAYS = [
  ['on', 'off'],
  ['late', 'broken'],
  ['on', 'broken'],
  ['late', 'off'],
] as const

/**
 * Deals out the ways that scripts go, as tags, to the journeys of a file: each journey goes once where scripts arrive and once where none
 * does; the first two go all four ways, the first four all pairs. `npm run test:long` goes all ways with each.
 */
export function scriptsInTurn(): () => string[] {
  let journeys = 0
  return () => {
    const ways = WAYS[journeys % WAYS.length] ?? []
    journeys += 1
    return isLongRun ? [] : ways.map((way) => `@scripts-${way}`)
  }
}
