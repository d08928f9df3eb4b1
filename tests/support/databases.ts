import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteFileName } from 'api/db/sqlite'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { MIGRATED_TEMPLATE } from './migrated-templates'
import { type DatabaseKind, selectedDatabases } from './selected-databases'

export type { DatabaseKind }

export interface FreshDatabase {
  kind: DatabaseKind
  /** A new empty folder for DATA_DIR: the SQLite file, outbox/, the secret. */
  dataDir: string
  /** For DATABASE_URL; undefined means SQLite in dataDir. */
  databaseUrl: string | undefined
  /** Removes the folder and the database, with its connections. The end of the run removes the others. */
  drop: () => Promise<void>
}

const postgresUrl = inject('postgresUrl')

/** The kinds of database available in this run, for `describe.each`. */
export const databases: DatabaseKind[] = postgresUrl === '' ? ['sqlite'] : ['sqlite', 'postgres']

/** Describes behaviour on one kind of database; one that is not installed counts as skipped. */
export function describeOn(kind: DatabaseKind, title: string, body: () => void): void {
  if (selectedDatabases.includes(kind)) describe.skipIf(!databases.includes(kind))(title, body)
}

/** Describes the same behaviour on every kind of database. */
export function describeOnEachDatabase(title: string, body: (kind: DatabaseKind) => void): void {
  for (const kind of ['sqlite', 'postgres'] as const)
    describeOn(kind, `${title}, on ${kind}`, () => body(kind))
}

interface Superuser {
  run(sql: string): Promise<unknown>
  /** The SQL that copies a template by its files, in a third of the time. Empty for PostgreSQL 14, which always does. */
  copyStrategy: string
}

/** One connection a worker, until the end of the run: connecting takes as long as creating a database. */
let superuser: Promise<Superuser> | undefined

async function connectSuperuser(): Promise<Superuser> {
  const pool = new pg.Pool({
    connectionString: postgresUrl,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // The cluster stops at the end of the run, and closes the connection.
  pool.on('error', () => {})
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const copyStrategy = (rows[0]?.version ?? 0) >= 150_000 ? ' strategy file_copy' : ''
  return { run: (sql) => pool.query(sql), copyStrategy }
}

const asSuperuser = (): Promise<Superuser> => {
  superuser ??= connectSuperuser()
  return superuser
}

/** A new empty database for a test, and a folder for its other data. */
export const freshDatabase = (kind: DatabaseKind): Promise<FreshDatabase> => newDatabase(kind, 'template1')

/** A new database with this version's tables, which are empty, and a folder for its other data. */
export async function migratedDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  const fresh = await newDatabase(kind, MIGRATED_TEMPLATE)
  if (kind === 'sqlite') copyFileSync(inject('sqliteTemplate'), join(fresh.dataDir, sqliteFileName))
  return fresh
}

async function newDatabase(kind: DatabaseKind, template: string): Promise<FreshDatabase> {
  const dataDir = mkdtempSync(join(inject('runFolder'), 'data-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (kind === 'sqlite') return { kind, dataDir, databaseUrl: undefined, drop: async () => removeFolder() }
  const name = `test_${randomBytes(8).toString('hex')}`
  const { run, copyStrategy } = await asSuperuser()
  await run(`create database ${name} template ${template}${copyStrategy}`)
  const databaseUrl = new URL(postgresUrl)
  databaseUrl.pathname = `/${name}`
  return {
    kind,
    dataDir,
    databaseUrl: databaseUrl.href,
    drop: async () => {
      removeFolder()
      await run(`drop database if exists ${name} with (force)`)
    },
  }
}
