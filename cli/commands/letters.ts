import type { Queries } from 'api/db/database'
import { deadLetters, makeDue, sendAgain, waitingLetters } from 'api/mail/outbox.repository'
import { maskEmail } from 'format/email'
import { ConfigError } from 'process/settings'
import { type DatabaseContext, UsageError } from '../command'

/** The maximum of waiting letters in the list. */
const mostListed = 1_000

/**
 * Lists the letters that were given up or are pending, or schedules them again; a server sends them. Throws a
 * ConfigError for ids of other letters, and then changes nothing.
 */
export const lettersCommand = async (
  context: DatabaseContext<'all' | 'show' | 'waiting'>,
): Promise<string> => {
  const { database, input } = context
  const [word = 'list', ...ids] = input.positionals
  const isAll = input.has('all')
  const isWaiting = input.has('waiting')
  if (word === 'list') {
    if (isAll || ids.length > 0) throw new UsageError('letters: only retry takes ids or --all')
    const printEmail = input.has('show') ? (email: string) => email : maskEmail
    return isWaiting ? tableOfWaiting(database.db, printEmail) : tableOfDead(database.db, printEmail)
  }
  if ([isAll, isWaiting, ids.length > 0].filter(Boolean).length !== 1)
    throw new UsageError('letters retry: takes the ids of letters, --all, or --waiting')
  const letters = isWaiting
    ? await retryWaiting(context)
    : { count: await retryDead(context, ids), dueSoon: 0 }
  context.entry.note({ counts: { letters: letters.count } })
  const within = letters.dueSoon > 0 ? `, ${letters.dueSoon} of them within minutes` : ''
  return `Letters to be sent again: ${letters.count}${within}`
}

const retryWaiting = async ({ database, clock }: DatabaseContext) => {
  const { madeDue, dueSoon } = await makeDue(database.db, clock())
  return { count: madeDue + dueSoon, dueSoon }
}

/** Schedules dead letters again; without ids all of them. Returns how many. */
const retryDead = ({ database, clock }: DatabaseContext, ids: readonly string[]): Promise<number> =>
  database.transaction(async (trx) => {
    const deadIds = (await deadLetters(trx)).map(({ id }) => id)
    const idsToSend = ids.length === 0 ? deadIds : [...new Set(ids)]
    const unknown = idsToSend.filter((id) => !deadIds.includes(id))
    if (unknown.length > 0)
      throw new ConfigError(`letters: not among the letters given up: ${unknown.join(', ')}`)
    await sendAgain(trx, idsToSend, clock())
    return idsToSend.length
  })

type PrintEmail = (email: string) => string

const tableOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((cells) => cells.join('\t')).join('\n')

const tableOfDead = async (db: Queries, printEmail: PrintEmail): Promise<string> => {
  const dead = await deadLetters(db)
  if (dead.length === 0) return 'No letter was given up in the last 30 days'
  return tableOf([
    ['letter', 'kind', 'to', 'written', 'given up', 'reason'],
    ...dead.map(({ id, kind, recipient, createdAt, deadAt, reason }) => [
      id,
      kind,
      printEmail(recipient),
      createdAt,
      deadAt,
      reason ?? '-',
    ]),
  ])
}

const tableOfWaiting = async (db: Queries, printEmail: PrintEmail): Promise<string> => {
  const letters = await waitingLetters(db, mostListed + 1)
  if (letters.length === 0) return 'No letter waits'
  const table = tableOf([
    ['letter', 'kind', 'to', 'written', 'attempts', 'next attempt', 'reason'],
    ...letters
      .slice(0, mostListed)
      .map(({ id, kind, recipient, createdAt, attempts, nextAttemptAt, reason }) => [
        id,
        kind,
        printEmail(recipient),
        createdAt,
        attempts,
        nextAttemptAt,
        reason ?? '-',
      ]),
  ])
  return letters.length > mostListed ? `${table}\nmore wait than these ${mostListed}` : table
}
