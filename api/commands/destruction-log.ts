import { findDestructions, destructionWords as words } from 'api/my-data'
import { formatNumericMoment } from 'format/dates'
import type { DatabaseWork } from './command'
import { UsageError } from './command-errors'
import { isDay } from './register-order'

/**
 * The log of erasures as a tab-separated table in Russian, to be filed with the act of destruction. `--since` leaves
 * out what was erased before that day (UTC). Throws a UsageError for anything that is no day.
 */
export const destructionLogCommand = async ({
  config,
  database,
  given,
  site,
}: DatabaseWork<'since'>): Promise<string> => {
  const since = given.text('since') ?? ''
  if (since !== '' && !isDay(since)) throw new UsageError('--since: must be a day like 2026-10-05')
  const destructions = await findDestructions(database.db, since)
  if (destructions.length === 0) return words.none
  const moment = (at: string) => formatNumericMoment(at, config.timeZone)
  return [
    `${site().company().name}, ${config.publicUrl}`,
    words.columns.join('\t'),
    ...destructions.map(({ id, askedAt, destroyedAt, reason, counts }) =>
      [moment(destroyedAt), id, moment(askedAt), words.reasons[reason], inWords(counts)].join('\t'),
    ),
  ].join('\n')
}

const inWords = (counts: Readonly<Record<string, number>>) =>
  Object.entries(words.categories)
    .map(([category, name]) => ({ name, count: counts[category] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name}: ${count}`)
    .join('; ')
