import { preparedDependencies } from '../prepare/prepare.mjs'
import { timeTable } from './time-table.mjs'

/** Runs a part and adds its duration in milliseconds. */
export async function timed(run) {
  const startedAt = Date.now()
  return { ...(await run()), ms: Date.now() - startedAt }
}

/** Runs the parts' preparations one after another. */
async function prepare(parts) {
  await preparedDependencies()
  for (const needed of new Set(parts.flatMap(({ needs = [] }) => needs))) await needed()
  return { stage: 'set-up', passed: 0, failed: 0, skipped: [] }
}

/** Runs a part and prints its title; one that throws has failed. */
export async function runPart({ key, title, run }) {
  console.log(`\n── ${title}`)
  try {
    return await run()
  } catch (error) {
    console.log(error)
    return { stage: key, passed: 0, failed: 1, skipped: [] }
  }
}

/** Prints skipped tests, durations, and in the last line the result. */
export function sumUp(outcomes) {
  const skipped = outcomes.flatMap((outcome) => outcome.skipped.map((name) => `${outcome.stage}: ${name}`))
  if (skipped.length > 0)
    console.log(
      `\n!!! ${skipped.length} SKIPPED, so nothing is proved of:\n${skipped.map((name) => `!!!   ${name}`).join('\n')}`,
    )
  console.log(`\n${timeTable(outcomes).join('\n')}`)
  const total = (key) => outcomes.reduce((sum, counts) => sum + counts[key], 0)
  const failed = total('failed')
  console.log(
    `\n${total('passed')} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  )
  process.exitCode = failed === 0 ? 0 : 1
}

/**
 * Prepares and runs parts one after another, and prints a summary. A part is `{ key, title, run, needs? }`: `run`
 * returns an outcome, `needs` are functions that prepare the part.
 */
export async function runParts(parts) {
  const outcomes = [await timed(() => prepare(parts))]
  for (const part of parts) outcomes.push(await timed(() => runPart(part)))
  sumUp(outcomes)
}
