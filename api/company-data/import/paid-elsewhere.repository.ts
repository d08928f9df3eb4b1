import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import type { PaymentsTable } from 'api/db/tables'
import { type Insertable, sql } from 'kysely'

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

const columns = {
  id: 'text',
  external_id: 'text',
  account: 'text',
  amount: 'bigint',
  status: 'text',
  created_at: 'text',
  paid_at: 'text',
  method_kind: 'text',
  method_title: 'text',
  source: 'text',
} as const

export type NewPaidElsewhere = Pick<Insertable<PaymentsTable>, keyof typeof columns>

export const insertPayments = async (trx: Queries, rows: readonly NewPaidElsewhere[]) => {
  if (rows.length > 0)
    await sql`insert into payments (${namesOf(columns)}) ${jsonRows(columns, rows)}`.execute(trx)
}
