const SLOWEST = 10

/** Adds up `{ file, ms }` by file. */
export function timesByFile(times) {
  const byFile = new Map()
  for (const { file, ms } of times) byFile.set(file, (byFile.get(file) ?? 0) + ms)
  return [...byFile].map(([file, ms]) => ({ file, ms }))
}

const seconds = (ms) => String(Math.round(ms / 1000))

const percent = (share) => (share === undefined ? '' : `${Math.round(100 * share)} %`)

function columns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  '),
  )
}

/**
 * The duration of a run as a table: a row per part (`{ stage, passed, failed, ms, idle, files }`), their sum, and the
 * slowest test files. `idle` is the share of all cores that was idle. Files run in parallel, so they may add up to more
 * than their part.
 */
export function timeTable(parts) {
  const total = (count) => parts.reduce((sum, part) => sum + count(part), 0)
  const row = ({ stage, passed, failed, ms, idle }) => [
    stage,
    String(passed + failed),
    String(failed),
    seconds(ms),
    percent(idle),
  ]
  const sum = { stage: 'total', passed: total(({ passed }) => passed), failed: total(({ failed }) => failed) }
  const files = parts
    .flatMap(({ files = [] }) => files)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
  return [
    ...columns([
      ['part', 'tests', 'failed', 'seconds', 'idle'],
      ...parts.map(row),
      row({ ...sum, ms: total(({ ms }) => ms) }),
    ]),
    ...(files.length === 0
      ? []
      : [
          '',
          ...columns([['slowest files', 'seconds'], ...files.map(({ file, ms }) => [file, seconds(ms)])]),
        ]),
  ]
}
