import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs tests with FIGURES_FILE in their environment: the path of a file, to which they append figures, one a line. Adds
 * them to the outcome as `figures`.
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
