import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { fastFolder } from './fast-folder'
import { makeTemplates } from './migrated-templates'
import { startPostgres } from './postgres'
import { selectedDatabases } from './selected-databases'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run, removed at its end. */
    runFolder: string
    /** The superuser's connection string of this run's PostgreSQL; empty when none is installed. */
    postgresUrl: string
    /** An SQLite file with all tables and no rows, to copy. */
    sqliteTemplate: string
  }
}

const LOUD = `
!!! PostgreSQL is not installed: no test runs on it, only on SQLite.
!!! (Debian: apt-get install --no-install-recommends postgresql)
`

/** Creates this run's folder and PostgreSQL before all tests, and removes them after. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = mkdtempSync(join(fastFolder(), 'portal-tests-'))
  // PostgreSQL's folder inside belongs to another user.
  chmodSync(runFolder, 0o711)
  // Hundreds of processes start with the same code: compiling it is a fifth of a start.
  process.env.NODE_COMPILE_CACHE = join(runFolder, 'compiled')
  const isWanted = selectedDatabases.includes('postgres')
  const postgres = isWanted ? await startPostgres(join(runFolder, 'postgres')) : undefined
  if (isWanted && !postgres) console.error(LOUD)
  project.provide('sqliteTemplate', await makeTemplates(runFolder, postgres?.url))
  project.provide('runFolder', runFolder)
  project.provide('postgresUrl', postgres?.url ?? '')
  return async () => {
    await postgres?.stop()
    rmSync(runFolder, { recursive: true, force: true })
  }
}
