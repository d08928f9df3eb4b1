import type { Migration } from '../migration'

/**
 * What proves a charge of an autopayment whose customer was erased: consent and warning, without a name. And when the warning
 * of a charge was sent: its letter is deleted a month later.
 */
export const autopaymentProofs: Migration = {
  name: '0050-autopayment-proofs',
  async up(db, column) {
    await db.schema.alterTable('autopayment_runs').addColumn('warned_at', column.text).execute()
    await db.schema
      .createTable('autopayment_proofs')
      .addColumn('payment_id', column.text, (c) => c.primaryKey().references('payments.id'))
      .addColumn('rule', column.text, (c) => c.notNull())
      .addColumn('limit_amount', column.bigint, (c) => c.notNull())
      .addColumn('consent_version', column.text)
      .addColumn('consent_at', column.text, (c) => c.notNull())
      .addColumn('removed_at', column.text)
      .addColumn('period', column.text)
      .addColumn('warned_amount', column.bigint)
      .addColumn('warned_at', column.text)
      .addColumn('keep_until', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('autopayment_proofs_kept')
      .on('autopayment_proofs')
      .column('keep_until')
      .execute()
  },
}
