import { resolve } from 'node:path'
import { BackupRefused, type Manifest, makeBackup, restoreBackup } from 'api/backup'
import type { ApiConfig } from 'api/config'
import { databaseComplaint } from 'api/db/database-complaint'
import { ConfigError } from 'contract/settings'
import { formatRubles, groupDigits } from 'format/money'
import packageJson from '../../package.json' with { type: 'json' }
import type { DatabaseWork, Work } from './command'
import { chargesOnHold } from './reconcile'

/** What to throw of a backup, a restore or a copy that failed: a ConfigError where the operator can do something. */
export const refusalOf = (error: unknown, databaseUrl: string | undefined): unknown => {
  if (error instanceof BackupRefused) return new ConfigError(error.message)
  const complaint = databaseComplaint(error, databaseUrl)
  return complaint === undefined ? error : new ConfigError(complaint)
}

/** Copies the database to a file, with its manifest beside it. Throws a ConfigError that says why not. */
export const backupCommand = async ({ config, clock, given, entry }: DatabaseWork): Promise<string> => {
  const file = resolve(given.words[0] ?? '')
  const manifest = await orRefuse(
    makeBackup(config, { file, portal: packageJson.version, now: clock() }),
    config,
  )
  note(entry, manifest)
  return `${file}: ${inWords(manifest)}`
}

/** Puts a backup into an empty database. Throws a ConfigError that says why not. */
export const restoreCommand = async ({ config, clock, given, entry }: Work): Promise<string> => {
  const file = resolve(given.words[0] ?? '')
  const manifest = await orRefuse(restoreBackup(config, file, clock()), config)
  note(entry, manifest)
  return `Restored as it was on ${manifest.madeAt}: ${inWords(manifest)}
${chargesOnHold}`
}

const orRefuse = (done: Promise<Manifest>, { databaseUrl }: ApiConfig): Promise<Manifest> =>
  done.catch((error: unknown) => {
    throw refusalOf(error, databaseUrl)
  })

const note = (entry: Work['entry'], { bytes, ledger }: Manifest) =>
  entry.note({ counts: { bytes, ledgerEntries: ledger.rows, ledgerKopecks: ledger.sum } })

const inWords = ({ bytes, tables, ledger }: Manifest) =>
  [
    `${groupDigits(String(bytes))} bytes`,
    `${Object.keys(tables).length} tables`,
    `${groupDigits(String(ledger.rows))} entries of the ledger with ${formatRubles(ledger.sum)} in all`,
  ].join(', ')
