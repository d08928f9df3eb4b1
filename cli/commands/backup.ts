import { resolve } from 'node:path'
import {
  BackupRefused,
  copyDatabase,
  type Figures,
  type Manifest,
  makeBackup,
  restoreBackup,
} from 'api/backup'
import type { ApiConfig } from 'api/config'
import { databaseComplaint } from 'api/db/database-errors'
import { formatRubles, groupDigits } from 'format/money'
import { ConfigError } from 'process/settings'
import packageJson from '../../package.json' with { type: 'json' }
import type { CommandContext, DatabaseContext } from '../command'
import { progressBar } from '../progress-bar'
import { chargesOnHold } from './reconcile'

/** Converts an error that the operator can correct to a ConfigError; returns any other error unchanged. */
const configErrorOf = (error: unknown, databaseUrl: string | undefined): unknown => {
  if (error instanceof BackupRefused) return new ConfigError(error.message)
  const complaint = databaseComplaint(error, databaseUrl)
  return complaint === undefined ? error : new ConfigError(complaint)
}

/** Copies the database to a file, with its manifest beside it. Throws a ConfigError with the reason. */
export const backupCommand = async ({ config, clock, input, entry }: DatabaseContext): Promise<string> => {
  const file = resolve(input.positionals[0] ?? '')
  const manifest = await asConfigError(
    makeBackup(config, { file, portal: packageJson.version, now: clock() }),
    config,
  )
  note(entry, manifest)
  return `${file}: ${inWords(manifest)}`
}

/** Restores a backup into an empty database. Throws a ConfigError with the reason. */
export const restoreCommand = async ({ config, clock, input, entry }: CommandContext): Promise<string> => {
  const file = resolve(input.positionals[0] ?? '')
  const manifest = await asConfigError(restoreBackup(config, file, clock()), config)
  note(entry, manifest)
  return `Restored as it was on ${manifest.madeAt}: ${inWords(manifest)}
${chargesOnHold}`
}

const asConfigError = (work: Promise<Manifest>, { databaseUrl }: ApiConfig): Promise<Manifest> =>
  work.catch((error: unknown) => {
    throw configErrorOf(error, databaseUrl)
  })

const note = (entry: CommandContext['entry'], { bytes, ledger }: Manifest) =>
  entry.note({ counts: { bytes, ledgerEntries: ledger.rows, ledgerKopecks: ledger.sum } })

const inWords = ({ bytes, tables, ledger }: Manifest) =>
  [
    `${groupDigits(String(bytes))} bytes`,
    `${Object.keys(tables).length} tables`,
    `${groupDigits(String(ledger.rows))} entries of the ledger with ${formatRubles(ledger.sum)} in all`,
  ].join(', ')

/** Copies an SQLite database to the empty PostgreSQL one of the settings. Throws a ConfigError with the reason. */
export const copyDatabaseCommand = async ({ config, input, entry }: CommandContext): Promise<string> => {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl)
    throw new ConfigError('DATABASE_URL must name the empty PostgreSQL database that the copy goes to')
  const from = resolve(input.positionals[0] ?? '')
  const bar = progressBar(process.stderr)
  try {
    const figures = await copyDatabase({
      from,
      databaseUrl,
      dataDir,
      onProgress: bar.show,
      async onCopied(trx, { ledger }) {
        entry.note({ counts: { ledgerEntries: ledger.rows, ledgerKopecks: ledger.sum } })
        await entry.endIn(trx)
      },
    })
    bar.clear()
    return copyInWords(from, figures)
  } catch (error) {
    bar.clear()
    throw configErrorOf(error, databaseUrl)
  }
}

const copyInWords = (from: string, { tables, ledger, balances }: Figures): string => {
  const widest = Math.max(...Object.keys(tables).map((name) => name.length))
  return [
    `${from} is copied. Both databases have:`,
    ...Object.entries(tables).map(([name, rows]) => `${name.padEnd(widest)} ${groupDigits(String(rows))}`),
    `Ledger: ${formatRubles(ledger.sum)}, SHA-256 ${ledger.sha256}`,
    `Balances: ${formatRubles(balances.sum)}, SHA-256 ${balances.sha256}`,
  ].join('\n')
}
