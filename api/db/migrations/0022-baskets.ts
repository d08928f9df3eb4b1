import { sql } from 'kysely'
import type { Migration } from '../migration'

/** One charge at the gateway for several payments. */
export const baskets: Migration = {
  name: '0022-baskets',
  async up(db, column) {
    await db.schema
      .alterTable('payment_intents')
      .addColumn('basket_id', column.text, (c) => c.references('payment_intents.payment_id'))
      .execute()
    await db.schema
      .createIndex('payment_intents_basket')
      .on('payment_intents')
      .column('basket_id')
      .where(sql.ref('basket_id'), 'is not', null)
      .execute()
    await db.schema.alterTable('sandbox_payments').addColumn('parts', column.text).execute()
  },
}
