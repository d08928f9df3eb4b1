import { outcome } from './outcome.mjs'

/** Loads the built portal with more than it can answer. Each target counts as a test. */
export async function overload({ seconds }) {
  // Imported late: it needs the dependencies.
  const { checkOverload } = await import('../../bench/measure-overload.mjs')
  const { reached, missed, figures } = await checkOverload({ seconds })
  return {
    ...outcome('overload', { passed: reached.length, failed: missed.length, endedWell: true }),
    figures,
  }
}
