import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { OperatorStage } from 'api/db/tables'
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
