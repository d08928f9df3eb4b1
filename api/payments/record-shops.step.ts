import type { Queries } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import { sql } from 'kysely'
import type { GatewayRegistry } from './gateways/gateway-registry'
import type { PaymentGateway } from './gateways/payment-gateway'

const rowsAtOnce = 100

/**
 * The step that records the gateway's main shop where none is recorded: in payments and saved methods of before shops were
 * recorded, and in those that the former version stores beside this one during an update. It does so once in each process.
 */
export const recordShopsStep = (db: Queries, { main }: Pick<GatewayRegistry, 'main'>): Step => {
  let isDone = false
  return {
    name: 'shops',
    async run() {
      if (isDone) return
      for (const gateway of main) {
        await recordShop(db, gateway, 'payment_intents', 'payment_id')
        await recordShop(db, gateway, 'payment_methods', 'id')
      }
      isDone = true
    },
  }
}

/** A hundred rows at a time, so that others can write in between. */
const recordShop = async (db: Queries, { name, shop }: PaymentGateway, table: string, key: string) => {
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
