import type { Queries } from 'api/db/database'
import { MINUTE } from 'format/durations'

interface WaitingLetter {
  id: string
  kind: string
  recipient: string
  createdAt: string
  attempts: number
  nextAttemptAt: string
  /** The mail server's code, or the fault of the connection; null before the first failure. */
  reason: string | null
}

/** The letters that are neither sent nor given up, the next to be tried first. */
export const waitingLetters = (db: Queries, limit: number): Promise<WaitingLetter[]> =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'kind',
      'recipient',
      'created_at as createdAt',
      'attempts',
      'next_attempt_at as nextAttemptAt',
      'last_error as reason',
    ])
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Longer than a lease: a letter that is due later is not being sent. */
const notBeingSentMs = 5 * MINUTE

/** Makes the letters due that wait for more than some minutes; returns how many, and how many are tried by then anyway. */
export const makeDue = async (db: Queries, now: Date): Promise<{ madeDue: number; dueSoon: number }> => {
  const soon = new Date(now.getTime() + notBeingSentMs).toISOString()
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('next_attempt_at', '<=', soon)
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ next_attempt_at: now.toISOString() })
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('next_attempt_at', '>', soon)
    .executeTakeFirstOrThrow()
  return { madeDue: Number(numUpdatedRows), dueSoon: Number(count) }
}

interface DeadLetter {
  id: string
  kind: string
  recipient: string
  createdAt: string
  deadAt: string
  /** The mail server's code, or the fault of the connection. */
  reason: string | null
}

/** The letters that were given up and are not yet deleted, oldest first. */
export const deadLetters = (db: Queries): Promise<DeadLetter[]> =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'kind',
      'recipient',
      'created_at as createdAt',
      'dead_at as deadAt',
      'last_error as reason',
    ])
    .where('dead_at', 'is not', null)
    .$narrowType<{ deadAt: string }>()
    .orderBy('dead_at')
    .orderBy('id')
    .execute()

const atOnce = 500

/** Makes letters that were given up due again, with all their attempts. */
export const sendAgain = async (db: Queries, ids: readonly string[], now: Date) => {
  for (let from = 0; from < ids.length; from += atOnce) {
    await db
      .updateTable('outbox')
      .set({ dead_at: null, attempts: 0, next_attempt_at: now.toISOString(), last_error: null })
      .where('id', 'in', ids.slice(from, from + atOnce))
      .where('dead_at', 'is not', null)
      .execute()
  }
}
