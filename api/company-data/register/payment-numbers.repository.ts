import type { Database, Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import { sql } from 'kysely'

const columns = { payment_id: 'text', number: 'bigint' } as const

/** The numbers of payments in files for 1C. A payment gets its number when it is first printed, and keeps it. */
export const numberPayments = ({ transaction }: Pick<Database, 'transaction'>, payments: readonly string[]) =>
  transaction(async (trx): Promise<ReadonlyMap<string, number>> => {
    const numbers = await findNumbers(trx, payments)
    const fresh = payments.filter((id) => !numbers.has(id))
    if (fresh.length === 0) return numbers
    const last = await trx
      .selectFrom('payment_numbers')
      .select((eb) => eb.fn.max('number').as('number'))
      .executeTakeFirst()
    const first = (last?.number ?? 0) + 1
    const rows = fresh.map((payment_id, index) => ({ payment_id, number: first + index }))
    await sql`insert into payment_numbers (${namesOf(columns)}) ${jsonRows(columns, rows)}`.execute(trx)
    for (const { payment_id, number } of rows) numbers.set(payment_id, number)
    return numbers
  })

const findNumbers = async (db: Queries, payments: readonly string[]): Promise<Map<string, number>> => {
  const asked = jsonRows(
    { id: 'text' },
    payments.map((id) => ({ id })),
  )
  const { rows } = await sql<{
    id: string
    number: number
  }>`select payment_id as id, number from payment_numbers
    where payment_id in (${asked})`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}
