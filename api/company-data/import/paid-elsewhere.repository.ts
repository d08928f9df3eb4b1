import type { Queries } from 'api/db/database'
import type { PaymentsTable } from 'api/db/tables'
import type { Insertable } from 'kysely'

export interface PaidElsewhere {
  externalId: string
  account: string
  amount: number
  createdAt: string
}

/** By their numbers elsewhere. */
export const findPaidElsewhere = async (
  db: Queries,
  externalIds: readonly string[],
): Promise<Map<string, PaidElsewhere>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select(['external_id as externalId', 'account', 'amount', 'created_at as createdAt'])
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(
    rows.flatMap(({ externalId, ...payment }) =>
      externalId === null ? [] : [[externalId, { externalId, ...payment }] as const],
    ),
  )
}

export const insertPayments = async (trx: Queries, rows: readonly Insertable<PaymentsTable>[]) => {
  if (rows.length > 0) await trx.insertInto('payments').values(rows).execute()
}
