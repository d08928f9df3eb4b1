import type { Queries } from 'api/db/database'
import { sql } from 'kysely'
import type { PaymentGateway } from '../gateways/payment-gateway'
import { openStates } from './open-payments.repository'

const rowsAtOnce = 100

/** Records the shop in rows of its gateway that have none: a hundred at a time, so that others can write in between. */
export const recordShop = async (db: Queries, { name, shop }: PaymentGateway, table: string, key: string) => {
  const [rowsOf, id] = [sql.table(table), sql.ref(key)]
  let after = ''
  for (;;) {
    const { rows } = await sql<{ id: string }>`select ${id} as id from ${rowsOf}
      where ${id} > ${after} and gateway = ${name} and shop is null
      order by ${id} limit ${sql.lit(rowsAtOnce)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    await sql`update ${rowsOf} set shop = ${shop}
      where ${id} in (${sql.join(rows.map((row) => row.id))}) and shop is null`.execute(db)
    after = last.id
  }
}

export interface WaitingForShop {
  gateway: string
  /** Null while it is not recorded. */
  shop: string | null
  /** Payments that are not final. */
  payments: number
  /** Saved methods that their customers have not unlinked. */
  cards: number
}

/** What is left to do with each shop. */
export const findWaitingForShops = async (db: Queries): Promise<WaitingForShop[]> => {
  const payments = await db
    .selectFrom('payment_intents')
    .select((eb) => ['gateway', 'shop', eb.fn.countAll<number>().as('payments'), eb.lit(0).as('cards')])
    .where('next_check_at', 'is not', null)
    .where('state', 'in', openStates)
    .groupBy(['gateway', 'shop'])
    .execute()
  const cards = await db
    .selectFrom('payment_methods')
    .select((eb) => ['gateway', 'shop', eb.lit(0).as('payments'), eb.fn.countAll<number>().as('cards')])
    .where('unlinked_at', 'is', null)
    .groupBy(['gateway', 'shop'])
    .execute()
  const shops = new Map<string, WaitingForShop>()
  for (const row of [...payments, ...cards]) {
    const key = JSON.stringify([row.gateway, row.shop])
    const before = shops.get(key)
    shops.set(key, {
      ...row,
      payments: row.payments + (before?.payments ?? 0),
      cards: row.cards + (before?.cards ?? 0),
    })
  }
  return [...shops.values()]
}
