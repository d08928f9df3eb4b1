import { sql } from 'kysely'
import type { Migration } from '../migration'

/** Renames tables and columns to the words of docs/glossary.md. */
export const standardNames: Migration = {
  name: '0017-standard-names',
  async up(db) {
    const rename = (table: string, column: string, to: string) =>
      db.schema.alterTable(table).renameColumn(column, to).execute()
    await rename('autopayment_runs', 'fence', 'fencing_token')
    await rename('reconciliation_runs', 'fence', 'fencing_token')
    await rename('autopayment_runs', 'told_amount', 'warned_amount')
    await rename('payment_intents', 'asked_at', 'last_contact_at')
    await db.schema.alterTable('gateway_notices').renameTo('gateway_webhooks').execute()
    await rename('gateway_webhooks', 'notice', 'webhook')
    await db.schema.alterTable('sandbox_notices').renameTo('sandbox_webhooks').execute()
    await db.schema.dropIndex('sandbox_notices_due').execute()
    await db.schema.createIndex('sandbox_webhooks_due').on('sandbox_webhooks').column('due_at').execute()
    await rename('sandbox_payments', 'wishes', 'scenario')
    await sql`update sandbox_payments set scenario = replace(scenario, '"notices"', '"webhooks"')`.execute(db)
    await db.schema.alterTable('autopayment_notices').renameTo('opt_out_links').execute()
    await db.schema.dropIndex('autopayment_notices_run').execute()
    await db.schema.createIndex('opt_out_links_run').on('opt_out_links').column('run_id').execute()
    await sql`update outbox set kind = 'autopayment-warning' where kind = 'autopayment-notice'`.execute(db)
  },
}
