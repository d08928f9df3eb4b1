import { sql } from 'kysely'
import type { Migration } from '../migration'

/** Imports from a folder and over HTTP: one at a time, each with its report. */
export const importRuns: Migration = {
  name: '0033-import-runs',
  async up(db, column) {
    await db.schema
      .createTable('import_runs')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('source', column.text, (c) => c.notNull())
      .addColumn('kind', column.text, (c) => c.notNull())
      .addColumn('idempotency_key', column.text)
      .addColumn('request_sha256', column.text)
      .addColumn('state', column.text, (c) => c.notNull())
      .addColumn('started_at', column.text, (c) => c.notNull())
      .addColumn('leased_until', column.text, (c) => c.notNull())
      .addColumn('ended_at', column.text)
      .addColumn('report', column.text)
      .execute()
    await db.schema
      .createIndex('import_runs_running')
      .unique()
      .on('import_runs')
      .column('state')
      .where(sql.ref('state'), '=', sql.lit('running'))
      .execute()
    await db.schema
      .createIndex('import_runs_key')
      .unique()
      .on('import_runs')
      .column('idempotency_key')
      .where(sql.ref('idempotency_key'), 'is not', null)
      .execute()
    await db.schema.createIndex('import_runs_started').on('import_runs').column('started_at').execute()
  },
}
