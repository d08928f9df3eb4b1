import { cpus } from 'node:os'
import { preparedDependencies } from '../prepare/prepare.mjs'
import { timeTable } from './time-table.mjs'

/** Processor time since the start of the machine, of all cores, in milliseconds. */
function processorTimes() {
  const times = cpus().map(({ times }) => times)
  const all = times.flatMap((coreTimes) => Object.values(coreTimes)).reduce((sum, ms) => sum + ms, 0)
  return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) }
}

/** Runs a part, and adds to its outcome the duration in milliseconds and the idle share of all cores. */
export async function measureTime(run) {
  const startedAt = Date.now()
  const before = processorTimes()
  const outcome = await run()
  const after = processorTimes()
  const idle = (after.idle - before.idle) / Math.max(1, after.all - before.all)
  return { ...outcome, ms: Date.now() - startedAt, idle }
}

/** Runs the parts' preparations one after another; each is a row of the summary. */
async function prepare(parts) {
  const preparations = new Set([preparedDependencies, ...parts.flatMap(({ needs = [] }) => needs)])
  const outcomes = []
  for (const preparation of preparations)
    outcomes.push(
      await measureTime(async () => {
        await preparation()
        return { stage: `set-up: ${preparation.name}`, passed: 0, failed: 0, skipped: [] }
      }),
    )
  return outcomes
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
  const outcomes = await prepare(parts)
  for (const part of parts) outcomes.push(await measureTime(() => runPart(part)))
  sumUp(outcomes)
}
