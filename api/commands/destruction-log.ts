import { parseArgs } from 'node:util'
import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { findDestructions, destructionWords as words } from 'api/my-data'
import { formatNumericMoment } from 'format/dates'
import { openSite } from '../site'
import { UsageError } from './usage-error'

/**
 * The log of erasures as a tab-separated table in Russian, to be filed with the act of destruction. `--since` leaves
 * out what was erased before that day (UTC). Throws a UsageError for invalid options.
 */
export const destructionLogCommand = async (config: ApiConfig, options: string[]): Promise<string> => {
  const since = sinceOf(options)
  const database = await openDatabase(config)
  try {
    await migrate(database)
    const destructions = await findDestructions(database.db, since)
    if (destructions.length === 0) return words.none
    const moment = (at: string) => formatNumericMoment(at, config.timeZone)
    return [
      `${openSite(config, database).company().name}, ${config.publicUrl}`,
      words.columns.join('\t'),
      ...destructions.map(({ id, askedAt, destroyedAt, reason, counts }) =>
        [moment(destroyedAt), id, moment(askedAt), words.reasons[reason], inWords(counts)].join('\t'),
      ),
    ].join('\n')
  } finally {
    await database.close()
  }
}

const inWords = (counts: Readonly<Record<string, number>>) =>
  Object.entries(words.categories)
    .map(([category, name]) => ({ name, count: counts[category] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name}: ${count}`)
    .join('; ')

const sinceOf = (args: string[]): string => {
  const since = parsed(args) ?? ''
  if (since !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(since))
    throw new UsageError('--since: must be a day like 2026-10-05')
  return since
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: { since: { type: 'string' } } }).values.since
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options can not be read')
  }
}
