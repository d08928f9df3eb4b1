import type { Queries } from 'api/db/database'

export interface OutboxDepth {
  waiting: number
  dead: number
  /** When the letter that has waited longest was due; null: none waits. A moment. */
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
