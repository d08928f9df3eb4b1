import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { BackupRefused } from './whole-file'

const sums = z.object({
  rows: z.number().int(),
  /** Kopecks. */
  sum: z.number().int(),
  /** The hash of all rows, in the order of the primary key. */
  sha256: z.string(),
})

const figures = z.object({
  /** In the order of their names. */
  migrations: z.array(z.string()),
  /** Rows by table. */
  tables: z.record(z.string(), z.number().int()),
  ledger: sums,
  balances: sums,
})

/** Counts and sums of a database at one moment, to compare with another database. */
export type Figures = z.output<typeof figures>
export type Sums = z.output<typeof sums>

const manifest = figures.extend({
  format: z.literal(1),
  /** The portal's version. */
  portal: z.string(),
  /** UTC, not after the moment of the backup's data. */
  madeAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** The major version of the PostgreSQL server; null for SQLite. */
  postgres: z.number().int().nullable(),
  bytes: z.number().int(),
  sha256: z.string(),
})

/** The description of a backup: a JSON file beside it. */
export type Manifest = z.output<typeof manifest>

export const manifestPath = (backup: string) => `${backup}.json`

/** Throws BackupRefused if the file is missing or has another format. */
export const readManifest = async (backup: string): Promise<Manifest> => {
  const path = manifestPath(backup)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new BackupRefused(`${path}, the manifest of the backup, can not be read`)
  })
  const result = manifest.safeParse(asJson(text))
  if (!result.success) throw new BackupRefused(`${path} is no manifest of a backup of this version`)
  return result.data
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the names of the figures that differ, such as `ledger` or `users`; empty if the databases agree. */
export const differingFigures = (one: Figures, other: Figures): string[] => {
  const tables = new Set([...Object.keys(one.tables), ...Object.keys(other.tables)])
  return [
    ...(one.migrations.join() === other.migrations.join() ? [] : ['migrations']),
    ...[...tables].filter((table) => one.tables[table] !== other.tables[table]),
    ...(['ledger', 'balances'] as const).filter(
      (name) => one[name].sha256 !== other[name].sha256 || one[name].sum !== other[name].sum,
    ),
  ]
}
