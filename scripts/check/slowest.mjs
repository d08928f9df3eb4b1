const SHOWN = 8
const NOTICEABLE_MS = 1000

/**
 * Where the time of a stage goes: `{ file, ms }` of each test, added up by file, the slowest first. Files run side by side, so
 * that they come to more than the stage took.
 */
export function slowestFiles(times) {
  const byFile = new Map()
  for (const { file, ms } of times) byFile.set(file, (byFile.get(file) ?? 0) + ms)
  return [...byFile]
    .map(([file, ms]) => ({ file, ms }))
    .filter(({ ms }) => ms >= NOTICEABLE_MS)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
}

/** One line for a file: `  83 s  tests/web/forms/form-origin.test.ts`. */
export const slowLine = ({ file, ms }) => `${String(Math.round(ms / 1000)).padStart(6)} s  ${file}`
