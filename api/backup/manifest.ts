import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { BackupRefused } from './whole-file'

const sums = z.object({
  rows: z.number().int(),
  /** Kopecks. */
  sum: z.number().int(),
  /** Of every row, in the order of the primary key. */
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

/** What was in a database at one moment, to compare another one with. */
export type Figures = z.output<typeof figures>
export type Sums = z.output<typeof sums>

const manifest = figures.extend({
  format: z.literal(1),
  /** The portal's version. */
  portal: z.string(),
  /** UTC: no later than the moment of what is in the backup. */
  madeAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** The main version of the PostgreSQL server; null for SQLite. */
  postgres: z.number().int().nullable(),
  bytes: z.number().int(),
  sha256: z.string(),
})

/** What a backup says of itself: a JSON file beside it. */
export type Manifest = z.output<typeof manifest>

export const manifestPath = (backup: string) => `${backup}.json`

/** Throws BackupRefused where there is none, or none of this format. */
export const readManifest = async (backup: string): Promise<Manifest> => {
  const path = manifestPath(backup)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new BackupRefused(`${path}, the manifest of the backup, can not be read`)
  })
  const read = manifest.safeParse(asJson(text))
  if (!read.success) throw new BackupRefused(`${path} is no manifest of a backup of this version`)
  return read.data
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** In which figures two databases differ: `ledger`, `users`; none: they agree. */
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
