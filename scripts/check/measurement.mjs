import { outcome } from './outcome.mjs'

/** Runs a measurement of the built portal. Each target counts as a test. */
export async function measurement(row, measure) {
  const { reached, missed, figures = [] } = await measure()
  return {
    ...outcome(row, { passed: reached.length, failed: missed.length, endedWell: true }),
    figures,
  }
}
