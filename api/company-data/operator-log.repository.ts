import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'

export interface OperatorAction {
  at: string
  operator: string
  action: string
  file: { name: string; sha256: string } | null
  /** Without anybody's personal data. */
  counts: Readonly<Record<string, number>>
}

/** Writes down what an operator has written, in the same transaction. */
export const logAction = async (trx: Queries, { at, operator, action, file, counts }: OperatorAction) => {
  await trx
    .insertInto('operator_log')
    .values({
      id: randomUUID(),
      at,
      operator,
      action,
      file_name: file?.name,
      file_sha256: file?.sha256,
      counts: JSON.stringify(counts),
    })
    .execute()
}
