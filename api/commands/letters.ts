import { parseArgs } from 'node:util'
import type { ApiConfig } from 'api/config'
import { openDatabase, type Queries } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { deadLetters, sendAgain } from 'api/mail/dead-letters.repository'
import { ConfigError } from 'contract/settings'
import { UsageError } from './usage-error'

const usage = 'letters: takes nothing, or retry and the ids of letters, or retry --all'
const columns = ['letter', 'kind', 'to', 'written', 'given up', 'reason'].join('\t')

/**
 * Lists the letters that were given up, or puts some of them into the outbox again. A server may be running, and is
 * what sends them. Returns what to print; throws a UsageError for invalid options, a ConfigError for ids of other
 * letters, and then changes nothing.
 */
export const lettersCommand = async (
  { databaseUrl, dataDir }: Pick<ApiConfig, 'databaseUrl' | 'dataDir'>,
  options: string[],
  now = new Date(),
): Promise<string> => {
  const chosen = chosenOf(options)
  const database = await openDatabase({ databaseUrl, dataDir })
  try {
    await migrate(database)
    if (chosen === 'none') return await tableOf(database.db)
    const count = await database.transaction(async (trx) => {
      const dead = (await deadLetters(trx)).map(({ id }) => id)
      const ids = chosen === 'all' ? dead : chosen
      const unknown = ids.filter((id) => !dead.includes(id))
      if (unknown.length > 0)
        throw new ConfigError(`letters: not among the letters given up: ${unknown.join(', ')}`)
      await sendAgain(trx, ids, now)
      return ids.length
    })
    return `Letters to be sent again: ${count}`
  } finally {
    await database.close()
  }
}

const tableOf = async (db: Queries): Promise<string> => {
  const dead = await deadLetters(db)
  if (dead.length === 0) return 'No letter was given up in the last 30 days'
  const lines = dead.map(({ id, kind, recipient, createdAt, deadAt, reason }) =>
    [id, kind, recipient, createdAt, deadAt, reason ?? '-'].join('\t'),
  )
  return [columns, ...lines].join('\n')
}

const chosenOf = (args: string[]): readonly string[] | 'all' | 'none' => {
  const { values, positionals } = parsed(args)
  const [word, ...ids] = positionals
  const isAll = values.all ?? false
  if (word === undefined && !isAll) return 'none'
  if (word !== 'retry' || isAll === ids.length > 0) throw new UsageError(usage)
  return isAll ? 'all' : [...new Set(ids)]
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: { all: { type: 'boolean' } }, allowPositionals: true })
  } catch {
    throw new UsageError(usage)
  }
}
