import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { inProject } from '../prepare/root.mjs'

/** A place for a runner's JSON report, empty now: an old report cannot be taken for this run's. */
export function reportFile(name) {
  const file = inProject('.cache', 'reports', `${name}.json`)
  mkdirSync(inProject('.cache', 'reports'), { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** The report, or undefined where the runner wrote none. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
