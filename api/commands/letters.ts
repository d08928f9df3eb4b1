import type { Queries } from 'api/db/database'
import { deadLetters, sendAgain } from 'api/mail/dead-letters.repository'
import { ConfigError } from 'contract/settings'
import { maskEmail } from 'format/email'
import type { DatabaseWork } from './command'
import { UsageError } from './usage-error'

const columns = ['letter', 'kind', 'to', 'written', 'given up', 'reason'].join('\t')

/**
 * Lists the letters that were given up, or puts some of them into the outbox again; a server sends them. Throws a
 * ConfigError for ids of other letters, and then changes nothing.
 */
export const lettersCommand = async ({
  database,
  clock,
  given,
  entry,
}: DatabaseWork<'all' | 'show'>): Promise<string> => {
  const [word = 'list', ...ids] = given.words
  const isAll = given.has('all')
  if (word === 'list') {
    if (isAll || ids.length > 0) throw new UsageError('letters: only retry takes ids or --all')
    return tableOf(database.db, given.has('show') ? (email) => email : maskEmail)
  }
  if (isAll === ids.length > 0) throw new UsageError('letters retry: takes the ids of letters, or --all')
  const count = await database.transaction(async (trx) => {
    const dead = (await deadLetters(trx)).map(({ id }) => id)
    const chosen = isAll ? dead : [...new Set(ids)]
    const unknown = chosen.filter((id) => !dead.includes(id))
    if (unknown.length > 0)
      throw new ConfigError(`letters: not among the letters given up: ${unknown.join(', ')}`)
    await sendAgain(trx, chosen, clock())
    return chosen.length
  })
  entry.note({ counts: { letters: count } })
  return `Letters to be sent again: ${count}`
}

const tableOf = async (db: Queries, shown: (email: string) => string): Promise<string> => {
  const dead = await deadLetters(db)
  if (dead.length === 0) return 'No letter was given up in the last 30 days'
  const lines = dead.map(({ id, kind, recipient, createdAt, deadAt, reason }) =>
    [id, kind, shown(recipient), createdAt, deadAt, reason ?? '-'].join('\t'),
  )
  return [columns, ...lines].join('\n')
}
