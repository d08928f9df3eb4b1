import { makeAppendOnly } from '../append-only'
import type { Migration } from '../migration'

/** 1C recognizes a document by its number, day and sum: a payment has the same number in each file. */
export const paymentNumbers: Migration = {
  name: '0047-payment-numbers',
  async up(db, column, dialect) {
    await db.schema
      .createTable('payment_numbers')
      .addColumn('payment_id', column.text, (c) => c.primaryKey().references('payments.id'))
      .addColumn('number', column.bigint, (c) => c.notNull().unique())
      .execute()
    await makeAppendOnly(db, 'payment_numbers', dialect)
  },
}
