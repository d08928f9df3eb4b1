import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { printFigure, times } from '../../support/long-run'
import { openMigratedDatabase } from '../support/migrated-database'
import { testProgram } from '../support/test-programs'

const COMMITS = times(100, 1_000)

const run = promisify(execFile)
const canTrace = await run('strace', ['-V']).then(
  () => true,
  () => false,
)
const program = testProgram('committing-process')

/** A killed process cannot show that commits reach the disk: the system keeps what it has written. */
describe.skipIf(!canTrace)('a commit on SQLite', () => {
  test('waits for the disk', { timeout: 120_000 }, async () => {
    const { fresh, close } = await openMigratedDatabase('sqlite')

    const waitsOf = async (commits: number) => {
      const trace = join(fresh.dataDir, `trace of ${commits}`)
      const traced = ['-f', '-e', 'trace=fsync,fdatasync', '-o', trace, process.execPath, program()]
      await run('strace', [...traced, fresh.dataDir, String(commits)])
      return readFileSync(trace, 'utf8').match(/\bf(?:data)?sync\(\d+\)\s+= 0/g)?.length ?? 0
    }
    // What opening and closing cost is not a commit's.
    const waits = (await waitsOf(COMMITS)) - (await waitsOf(0))
    printFigure(16, `${COMMITS} commits on SQLite, ${(waits / COMMITS).toFixed(2)} fsync each`)
    expect(waits).toBeGreaterThanOrEqual(COMMITS)
    await close()
  })
})
