import { randomUUID } from 'node:crypto'
import type { Database, Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import { type ImportResult, importResult } from '../import/import-result'

const leaseMs = 60_000

export interface NewRun extends Pick<Tables['import_runs'], 'source' | 'kind'> {
  /** The key and the hash by which a repeated request is recognized. */
  request?: { key: string; sha256: string }
}

/** Starts a run and returns its id; null while any process has another run. */
export const claimRun = (
  database: Database,
  { source, kind, request }: NewRun,
  now: Date,
): Promise<string | null> =>
  database.transaction(async (trx) => {
    const moment = now.toISOString()
    // Ends the run of a process that has died: its import can be repeated.
    await trx
      .updateTable('import_runs')
      .set({ state: 'ended', ended_at: moment, idempotency_key: null })
      .where('state', '=', 'running')
      .where('leased_until', '<', moment)
      .execute()
    const claimed = await trx
      .insertInto('import_runs')
      .values({
        id: randomUUID(),
        source,
        kind,
        idempotency_key: request?.key ?? null,
        request_sha256: request?.sha256 ?? null,
        state: 'running',
        started_at: moment,
        leased_until: leaseEnd(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return claimed?.id ?? null
  }, 'read committed')

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs).toISOString()

export const renewRun = async (db: Queries, id: string, now: Date) => {
  await db
    .updateTable('import_runs')
    .set({ leased_until: leaseEnd(now) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/**
 * Ends a run with its result; without one its key is free again. False: the lease was over, and another run has begun.
 */
export const endRun = async (
  trx: Queries,
  { id, result, now }: { id: string; result: ImportResult | null; now: Date },
): Promise<boolean> => {
  const ended = await trx
    .updateTable('import_runs')
    .set({
      state: 'ended',
      ended_at: now.toISOString(),
      ...(result ? { report: JSON.stringify(result) } : { idempotency_key: null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

interface ImportRun {
  kind: string
  sha256: string | null
  /** Null while the run lasts. */
  result: ImportResult | null
}

/** Ignores a run whose process has died: `claimRun` ends it. */
export const findRunByKey = async (db: Queries, key: string, now: Date): Promise<ImportRun | undefined> => {
  const row = await db
    .selectFrom('import_runs')
    .select(['kind', 'request_sha256 as sha256', 'report'])
    .where('idempotency_key', '=', key)
    .where((where) =>
      where.or([where('state', '=', 'ended'), where('leased_until', '>=', now.toISOString())]),
    )
    .executeTakeFirst()
  return (
    row && {
      kind: row.kind,
      sha256: row.sha256,
      result: row.report === null ? null : importResult.parse(JSON.parse(row.report)),
    }
  )
}

export const deleteRunsBefore = async (db: Queries, moment: string) => {
  await db.deleteFrom('import_runs').where('state', '=', 'ended').where('started_at', '<', moment).execute()
}
