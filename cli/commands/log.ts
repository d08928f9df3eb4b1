import { findDestructions, destructionWords as words } from 'api/my-data'
import { formatNumericMoment } from 'format/dates'
import { z } from 'zod'
import { type CommandInput, type DatabaseContext, UsageError } from '../command'
import { findLogRows, type StoredLogRow } from '../operator-log.repository'
import { isDay } from './registers'

const columns = ['begun', 'outcome', 'operator', 'what', 'about', 'why', 'counts']
const none = '-'

/**
 * Prints the operator log as a tab-separated table, a line for each run: `--since` a day (UTC), `--about` a number or
 * an id. Throws a UsageError for an invalid day.
 */
export const logCommand = async ({
  database: { db },
  input,
}: DatabaseContext<'since' | 'about'>): Promise<string> => {
  const rows = await findLogRows(db, sinceOf(input))
  const about = input.text('about')
  const runs = rowsByRun(rows)
    .map(lineOf)
    .filter(({ subjects }) => about === undefined || subjects.includes(about))
  if (runs.length === 0) return 'No run is logged'
  return [columns, ...runs.map(({ cells }) => cells)].map((cells) => cells.join('\t')).join('\n')
}

const rowsByRun = (rows: readonly StoredLogRow[]) => {
  const runs = new Map<string, StoredLogRow[]>()
  for (const row of rows) {
    runs.set(row.run_id, [...(runs.get(row.run_id) ?? []), row])
  }
  return [...runs.values()]
}

/** The first day to print; empty: all. Throws a UsageError if it is no day. */
const sinceOf = (input: CommandInput<'since'>): string => {
  const since = input.text('since') ?? ''
  if (since !== '' && !isDay(since)) throw new UsageError('--since: must be a day like 2026-10-05')
  return since
}

const lineOf = (rows: readonly StoredLogRow[]) => {
  const [first] = rows
  const end = rows.find(({ stage }) => stage !== 'begun')
  const { subject, file_name, counts } = end ?? first ?? {}
  const about = [subject, file_name].filter(Boolean).join(', ')
  const cells = [
    first?.at,
    end?.stage ?? 'without an end',
    first?.operator,
    first?.action,
    about || none,
    first?.why ?? none,
    inWords(counts) || none,
  ]
  return { cells, subjects: about.split(/[ ,]+/) }
}

const countsOfRun = z.record(z.string(), z.number())

const inWords = (counts = '{}') =>
  Object.entries(countsOfRun.parse(JSON.parse(counts)))
    .map(([name, count]) => `${name}=${count}`)
    .join(' ')

/**
 * Prints the log of erasures as a tab-separated table in Russian, to be filed with the act of destruction: `--since` a
 * day (UTC). Throws a UsageError for an invalid day.
 */
export const destructionLogCommand = async ({
  config,
  database,
  input,
  site,
}: DatabaseContext<'since'>): Promise<string> => {
  const destructions = await findDestructions(database.db, sinceOf(input))
  if (destructions.length === 0) return words.none
  const moment = (at: string) => formatNumericMoment(at, config.timeZone)
  return [
    `${site().company().name}, ${config.publicUrl}`,
    words.columns.join('\t'),
    ...destructions.map(({ id, askedAt, destroyedAt, reason, counts }) =>
      [moment(destroyedAt), id, moment(askedAt), words.reasons[reason], erasedInWords(counts)].join('\t'),
    ),
  ].join('\n')
}

const erasedInWords = (counts: Readonly<Record<string, number>>) =>
  Object.entries(words.categories)
    .map(([category, name]) => ({ name, count: counts[category] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name}: ${count}`)
    .join('; ')
