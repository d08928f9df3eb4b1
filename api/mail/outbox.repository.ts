import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { deleteInBatches } from 'api/db/delete-in-batches'
import type { Tables } from 'api/db/tables'
import { currentRun } from 'api/worker/background-run'
import { MINUTE } from 'format/durations'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Letter } from './letter'

/** A claimed letter. `attempts` includes this claim and identifies it. */
export type ClaimedLetter = Selectable<Tables['outbox']>

interface NewLetter {
  to: string
  letter: Letter
  /** The customer of the letter; null for other people. The letter is deleted with the customer. */
  userId: string | null
  /** An address that turns such letters off: `List-Unsubscribe` (RFC 2369). */
  unsubscribe?: string
  /** The id of the request that causes the letter. If absent, the id of the current run of a step or a command. */
  requestId?: string | null
  now: Date
}

/**
 * Puts a letter into the outbox, in the transaction of the change that causes it. Wake the worker after the commit.
 * Returns the letter's id.
 */
export async function enqueueLetter(
  trx: Queries,
  { to, letter, userId, unsubscribe, requestId = null, now }: NewLetter,
): Promise<string> {
  const moment = now.toISOString()
  const id = randomUUID()
  const run = requestId === null ? currentRun() : undefined
  run?.onLetter?.()
  await trx
    .insertInto('outbox')
    .values({
      id,
      recipient: to,
      ...letter,
      headers: unsubscribe === undefined ? null : JSON.stringify({ 'List-Unsubscribe': `<${unsubscribe}>` }),
      user_id: userId,
      request_id: requestId ?? run?.id ?? null,
      created_at: moment,
      next_attempt_at: moment,
    })
    .execute()
  return id
}

/** The state of a letter; undefined when it was deleted, long after it was sent or given up. */
export const findLetterState = (db: Queries, id: string) =>
  db
    .selectFrom('outbox')
    .select(['created_at as createdAt', 'sent_at as sentAt', 'dead_at as deadAt'])
    .where('id', '=', id)
    .executeTakeFirst()

const isDue = (moment: string) => (eb: ExpressionBuilder<Tables, 'outbox'>) =>
  eb.and([eb('sent_at', 'is', null), eb('dead_at', 'is', null), eb('next_attempt_at', '<=', moment)])

/**
 * Claims the letter that has waited longest, in one statement: only one relay gets it, and the others take the next
 * ones without waiting. If the relay dies, the letter is due again when its lease ends.
 */
export async function claimLetter(
  db: Queries,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<ClaimedLetter | undefined> {
  const isDueNow = isDue(now.toISOString())
  return db
    .updateTable('outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: new Date(now.getTime() + leaseMs).toISOString(),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where(isDueNow)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

const byClaim = (db: Queries, { id, attempts }: ClaimedLetter) =>
  db
    .updateTable('outbox')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)

/**
 * Marks the letter as sent and deletes its text, which may contain a valid link. Returns whether the claim still held.
 */
export const markSent = async (db: Queries, letter: ClaimedLetter, now: Date): Promise<boolean> => {
  const [row] = await byClaim(db, letter)
    .set({ sent_at: now.toISOString(), text: '', html: '', headers: null, last_error: null })
    .returning('id')
    .execute()
  return row !== undefined
}

export const postpone = (db: Queries, letter: ClaimedLetter, until: Date, reason: string) =>
  byClaim(db, letter).set({ next_attempt_at: until.toISOString(), last_error: reason }).execute()

/** Gives the letter up. Returns whether the claim still held. */
export const giveUp = async (
  db: Queries,
  letter: ClaimedLetter,
  now: Date,
  reason: string,
): Promise<boolean> => {
  const [row] = await byClaim(db, letter)
    .set({ dead_at: now.toISOString(), last_error: reason })
    .returning('id')
    .execute()
  return row !== undefined
}

/** Deletes letters that were sent or given up before the moment. */
export const forgetLetters = async (db: Queries, before: Date) => {
  const moment = before.toISOString()
  // Two statements instead of "or", for which SQLite would read all letters.
  await deleteInBatches(db, { table: 'outbox', key: 'id', since: 'sent_at', until: moment })
  await deleteInBatches(db, { table: 'outbox', key: 'id', since: 'dead_at', until: moment })
}

interface OutboxDepth {
  waiting: number
  dead: number
  /** The moment at which the oldest waiting letter was due; null if none waits. */
  oldestDueAt: string | null
}

/** How many letters wait and how many were given up, by the partial indexes of the outbox. */
export const outboxDepth = async (db: Queries): Promise<OutboxDepth> => {
  const waiting = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('next_attempt_at').as('oldestDueAt')])
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirstOrThrow()
  const dead = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dead_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { waiting: waiting.count, dead: dead.count, oldestDueAt: waiting.oldestDueAt }
}

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

/**
 * Makes letters due that would wait for more than some minutes. Returns how many, and how many are due by then anyway.
 */
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

const idsAtOnce = 500

/** Makes letters that were given up due again, with all their attempts. */
export const sendAgain = async (db: Queries, ids: readonly string[], now: Date) => {
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    await db
      .updateTable('outbox')
      .set({ dead_at: null, attempts: 0, next_attempt_at: now.toISOString(), last_error: null })
      .where('id', 'in', ids.slice(from, from + idsAtOnce))
      .where('dead_at', 'is not', null)
      .execute()
  }
}
