import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { inProject } from '../prepare/root.mjs'

/** The path of a runner's JSON report, deleted first so that an old report is not read. */
export function reportFile(name) {
  const file = inProject('.cache', 'reports', `${name}.json`)
  mkdirSync(inProject('.cache', 'reports'), { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** The report, or undefined when the runner wrote none. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
