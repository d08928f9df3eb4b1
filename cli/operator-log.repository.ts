import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { OperatorStage } from 'api/db/migrations/0001-initial/operation'
import type { Tables } from 'api/db/tables'
import type { Selectable } from 'kysely'
import type { LogDetails } from './command'

export interface LogRow extends LogDetails {
  /** The same for both rows of a run. */
  runId: string
  stage: OperatorStage
  at: string
  operator: string
  action: string
  why: string | null
}

export const insertLogRow = async (
  db: Queries,
  { runId, stage, at, operator, action, why, subject, file, mapSha256, counts = {} }: LogRow,
) => {
  await db
    .insertInto('operator_log')
    .values({
      id: randomUUID(),
      run_id: runId,
      stage,
      at,
      operator,
      action,
      why,
      subject,
      file_name: file?.name,
      file_sha256: file?.sha256,
      map_sha256: mapSha256,
      counts: JSON.stringify(counts),
    })
    .execute()
}

export type StoredLogRow = Selectable<Tables['operator_log']>

/** The rows since a day (UTC), oldest first; an empty day means all. */
export const findLogRows = (db: Queries, since: string): Promise<StoredLogRow[]> =>
  db.selectFrom('operator_log').selectAll().where('at', '>=', since).orderBy('at').orderBy('stage').execute()
