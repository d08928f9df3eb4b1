import './prepare/node-version.mjs'
import { createHash } from 'node:crypto'
import { LongProgress } from './check/long-progress.mjs'
import { longRows } from './check/long-rows.mjs'
import { measureTime, runPart, sumUp } from './check/run-parts.mjs'
import { preparedDependencies } from './prepare/prepare.mjs'
import { enterProject, inProject } from './prepare/root.mjs'
import { hashOf } from './prepare/stamp.mjs'
import { entry, Stop } from './prepare/stop.mjs'

/** Not committed: an interrupted run continues from it. */
const RESULTS = inProject('.cache', 'long-run.jsonl')

const hashOfRow = ({ sources, settings = {} }) =>
  createHash('sha256').update(hashOf(sources)).update(JSON.stringify(settings)).digest('hex')

/** The row of exactly this name, or rows that contain all given words; without words, rows that need not be named. */
function rowsNamed(names) {
  const exact = longRows.filter(({ row }) => names.includes(row))
  if (exact.length > 0) return exact
  if (names.length === 0) return longRows.filter(({ isOnlyNamed }) => !isOnlyNamed)
  return longRows.filter(({ row }) => names.every((name) => row.includes(name)))
}

/** Orders lines such as "figure 9: 0 leaks". */
const byNumber = new Intl.Collator('en', { numeric: true }).compare

/** Runs two rows at a time. */
async function inTwos(rows, runRow) {
  const rest = [...rows]
  const next = async () => {
    for (let row = rest.shift(); row; row = rest.shift()) await runRow(row)
  }
  await Promise.all([next(), next()])
}

/**
 * `npm run test:long` continues with the rows that have not passed yet; `npm run test:long -- money-model` runs those
 * of that name. Prints the figures of docs/security.md and the durations of the rows at the end.
 */
await entry(async () => {
  enterProject()
  await preparedDependencies()
  const progress = new LongProgress(RESULTS)
  const names = process.argv.slice(2)
  const rows = rowsNamed(names)
  if (rows.length === 0)
    throw new Stop(
      `No row is called ${names.join(' ')}:\n${longRows.map(({ row }) => `  ${row}`).join('\n')}`,
    )
  for (const prepare of new Set(rows.flatMap(({ needs = [] }) => needs))) await prepare()
  const hashes = new Map(rows.map((row) => [row.row, hashOfRow(row)]))
  const runRow = async ({ row, run }) => {
    const hash = hashes.get(row)
    const earlier = progress.findPassed(row, hash)
    if (earlier) console.log(`\n── ${row}: passed at ${earlier.endedAt}`)
    else progress.record(row, hash, await measureTime(() => runPart({ key: row, title: row, run })))
  }
  await inTwos(
    rows.filter(({ cores }) => cores === 1),
    runRow,
  )
  for (const row of rows.filter(({ cores }) => cores > 1)) await runRow(row)
  const outcomes = rows.map(({ row }) => ({ ...progress.find(row, hashes.get(row)), stage: row }))
  console.log(
    `\n${outcomes
      .flatMap(({ figures = [] }) => figures)
      .sort(byNumber)
      .join('\n')}`,
  )
  sumUp(outcomes)
})
