import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres'
import { quickFolder } from './quick-folder'
import { wantedDatabases } from './wanted-databases'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run, removed at its end. */
    runFolder: string
    /** The superuser's connection string of this run's PostgreSQL; empty where none is installed. */
    postgresUrl: string
  }
}

const LOUD = `
!!! PostgreSQL is not installed: no test runs on it, only on SQLite.
!!! (Debian: apt-get install --no-install-recommends postgresql)
`

/** Before all tests: this run's folder and its PostgreSQL; after them both are gone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = mkdtempSync(join(quickFolder(), 'portal-tests-'))
  // PostgreSQL's own folder in it belongs to another user.
  chmodSync(runFolder, 0o711)
  const isWanted = wantedDatabases.includes('postgres')
  const postgres = isWanted ? await startPostgres(join(runFolder, 'postgres')) : undefined
  if (isWanted && !postgres) console.error(LOUD)
  project.provide('runFolder', runFolder)
  project.provide('postgresUrl', postgres?.url ?? '')
  return async () => {
    await postgres?.stop()
    rmSync(runFolder, { recursive: true, force: true })
  }
}
