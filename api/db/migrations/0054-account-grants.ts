import { sql } from 'kysely'
import type { Migration } from '../migration'

/** Invitations to see an account, and what became of them. Old versions do not read the table: to them nobody has access. */
export const accountGrants: Migration = {
  name: '0054-account-grants',
  async up(db, column) {
    await db.schema
      .createTable('account_grants')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('invited_by', column.text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('user_id', column.text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('readings', column.integer, (c) => c.notNull())
      .addColumn('pay', column.integer, (c) => c.notNull())
      .addColumn('email', column.text)
      .addColumn('email_normalized', column.text)
      .addColumn('label', column.text)
      .addColumn('until', column.text)
      .addColumn('status', column.text, (c) => c.notNull())
      .addColumn('code_hash', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('lapses_at', column.text)
      .addColumn('accepted_at', column.text)
      .addColumn('ended_at', column.text)
      .addColumn('title', column.text)
      .addColumn('title_search_text', column.text)
      .addColumn('is_default', column.integer, (c) => c.notNull().defaultTo(0))
      .execute()
    const index = (name: string) => db.schema.createIndex(`account_grants_${name}`).on('account_grants')
    await index('account').columns(['account', 'created_at']).execute()
    await index('inviter').column('invited_by').execute()
    await index('holder').column('user_id').execute()
    await index('lapses').column('lapses_at').where(sql.ref('lapses_at'), 'is not', null).execute()
    await index('ended').column('ended_at').where(sql.ref('ended_at'), 'is not', null).execute()
    await index('one_open')
      .unique()
      .columns(['account', 'user_id'])
      .where(sql.ref('status'), 'in', [sql.lit('waiting'), sql.lit('active')])
      .execute()
  },
}
