import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import {
  type ImportName,
  type ImportReport,
  importNames,
  runImport,
  UnusableFile,
  reportWords as words,
} from 'api/company-data'
import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { ConfigError } from 'contract/settings'
import { progressBar } from './progress-bar'
import { UsageError } from './usage-error'
import { usages } from './usages'

interface ImportOptions {
  kind: ImportName
  path: string
  mapPath: string | undefined
  apply: boolean
  operator: string
}

/**
 * Imports a CSV file of the company's billing; without `--apply` only tells what would change. A server may be running.
 * Returns the report, in Russian. Throws a UsageError for invalid options, and a ConfigError with the report when lines
 * are bad: nothing is written then.
 */
export const importCommand = async (
  { databaseUrl, dataDir, timeZone }: Pick<ApiConfig, 'databaseUrl' | 'dataDir' | 'timeZone'>,
  options: string[],
  now = new Date(),
): Promise<string> => {
  const order = orderOf(options)
  const database = await openDatabase({ databaseUrl, dataDir })
  const bar = progressBar(process.stderr)
  try {
    await migrate(database)
    const report = await runImport({ database, timeZone, now, onProgress: bar.show }, order)
    bar.clear()
    const text = inWords(order, report)
    if (report.bad.count > 0) throw new ConfigError(text)
    return text
  } catch (error) {
    bar.clear()
    if (error instanceof UnusableFile) throw new ConfigError(error.message)
    throw error
  } finally {
    await database.close()
  }
}

const inWords = ({ kind, apply }: ImportOptions, { file, lines, counts, bad }: ImportReport): string => {
  const first = bad.first
  const outcome =
    bad.count > 0
      ? [
          ...first.map(words.badLine),
          ...(bad.count > first.length ? [words.rest(first.length, bad.count)] : []),
          words.refused(bad.count),
        ]
      : [words.counts(kind, counts), apply ? words.applied : words.dryRun]
  return [words.file(file.name, file.encoding, file.delimiter), words.read(lines), ...outcome].join('\n')
}

const orderOf = (args: string[]): ImportOptions => {
  const { values, positionals } = parsed(args)
  const [name, path, ...rest] = positionals
  const kind = importNames.find((known) => known === name)
  if (kind === undefined || path === undefined || rest.length > 0) throw new UsageError(usages.import)
  const operator = (values.as ?? userInfo().username).trim()
  if (operator === '') throw new UsageError('--as: must be the name of whoever imports')
  return { kind, path, mapPath: values.map, apply: values.apply ?? false, operator }
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { map: { type: 'string' }, apply: { type: 'boolean' }, as: { type: 'string' } },
    })
  } catch {
    throw new UsageError(usages.import)
  }
}
