import { resolve } from 'node:path'
import { copyDatabase, type Figures } from 'api/backup'
import { ConfigError } from 'contract/settings'
import { formatRubles, groupDigits } from 'format/money'
import { refusalOf } from './backup'
import type { Work } from './command'
import { progressBar } from './progress-bar'

/** Copies an SQLite database to the empty PostgreSQL one of the settings. Throws a ConfigError that says why not. */
export const copyDatabaseCommand = async ({ config, given, entry }: Work): Promise<string> => {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl)
    throw new ConfigError('DATABASE_URL must name the empty PostgreSQL database that the copy goes to')
  const from = resolve(given.words[0] ?? '')
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
    return inWords(from, figures)
  } catch (error) {
    bar.clear()
    throw refusalOf(error, databaseUrl)
  }
}

const inWords = (from: string, { tables, ledger, balances }: Figures): string => {
  const widest = Math.max(...Object.keys(tables).map((name) => name.length))
  return [
    `${from} is copied. Both databases have:`,
    ...Object.entries(tables).map(([name, rows]) => `${name.padEnd(widest)} ${groupDigits(String(rows))}`),
    `Ledger: ${formatRubles(ledger.sum)}, SHA-256 ${ledger.sha256}`,
    `Balances: ${formatRubles(balances.sum)}, SHA-256 ${balances.sha256}`,
  ].join('\n')
}
