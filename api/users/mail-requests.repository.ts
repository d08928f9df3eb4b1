import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { MailRequestKind } from 'api/db/migrations/0001-initial/letters'
import type { Tables } from 'api/db/tables'
import type { Selectable } from 'kysely'
import { asJson, type RegistrationData } from './users.repository'

export type MailRequest = Selectable<Tables['mail_requests']>

export const insertMailRequest = async (
  db: Queries,
  {
    kind,
    email,
    userId,
    registrationData,
    requestId,
    now,
  }: {
    kind: MailRequestKind
    email: string
    userId?: string
    registrationData?: RegistrationData
    requestId: string
    now: Date
  },
) => {
  await db
    .insertInto('mail_requests')
    .values({
      id: randomUUID(),
      kind,
      email,
      user_id: userId ?? null,
      registered: registrationData ? asJson(registrationData) : null,
      created_at: now.toISOString(),
      next_attempt_at: now.toISOString(),
      request_id: requestId,
    })
    .execute()
}

export const dueMailRequests = (db: Queries, now: string, limit: number): Promise<MailRequest[]> =>
  db
    .selectFrom('mail_requests')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Deletes the request and returns whether it was still there. Only one of several workers succeeds; nobody waits. */
export const takeMailRequest = async (trx: Queries, id: string): Promise<boolean> => {
  const row = await trx
    .deleteFrom('mail_requests')
    .where('id', '=', (eb) =>
      eb.selectFrom('mail_requests').select('id').where('id', '=', id).forUpdate().skipLocked(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const postponeMailRequest = async (db: Queries, id: string, until: string) => {
  await db
    .updateTable('mail_requests')
    .set((set) => ({ attempts: set('attempts', '+', 1), next_attempt_at: until }))
    .where('id', '=', id)
    .execute()
}

/** The moment at which the oldest waiting request was due; null if none waits. */
export const oldestDueMailRequest = async (db: Queries): Promise<string | null> => {
  const { dueAt } = await db
    .selectFrom('mail_requests')
    .select((eb) => eb.fn.min('next_attempt_at').as('dueAt'))
    .executeTakeFirstOrThrow()
  return dueAt
}
