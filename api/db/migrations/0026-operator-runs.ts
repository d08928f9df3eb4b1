import type { Migration } from '../migration'

/** The operator log gets two rows for a run, its begin and its end, and says whom it was about and why. */
export const operatorRuns: Migration = {
  name: '0026-operator-runs',
  async up(db, column) {
    for (const name of ['run_id', 'subject', 'why'])
      await db.schema.alterTable('operator_log').addColumn(name, column.text).execute()
    await db.schema
      .alterTable('operator_log')
      .addColumn('stage', column.text, (c) => c.notNull().defaultTo('done'))
      .execute()
  },
}
