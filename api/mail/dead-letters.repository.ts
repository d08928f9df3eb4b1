import type { Queries } from 'api/db/database'

export interface DeadLetter {
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
