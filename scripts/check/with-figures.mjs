import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs tests with an environment variable for a file, in which they write the figures that they reach, a line each;
 * adds these as `figures` to the outcome.
 */
export async function withFigures(run) {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  try {
    const file = join(folder, 'figures.txt')
    const outcome = await run({ FIGURES_FILE: file })
    return { ...outcome, figures: existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
