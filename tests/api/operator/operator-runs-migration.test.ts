import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { databases, freshDatabase } from '../../support/databases'
import { migrateUntil } from '../support/old-database'

test.each(databases)('on %s runs from before they had a begin and an end are done', async (kind) => {
  const fresh = await freshDatabase(kind)
  const database = await openDatabase(fresh)
  onTestFinished(async () => {
    await database.close()
    await fresh.drop()
  })
  const { db } = database
  await migrateUntil(database, '0026-operator-runs')
  await sql`insert into users (id, name, email, email_normalized, password_hash, created_at, email_verified_at)
    values ('anna', 'Анна', 'a@mail.example', 'a@mail.example', '-', '2026-01-01', '2026-01-01')`.execute(db)
  await sql`insert into operator_log (id, at, operator, action, counts)
    values ('old', '2026-01-01', 'irina', 'import accounts', '{"lines":3}')`.execute(db)
  await migrate(database)

  expect(await db.selectFrom('operator_log').selectAll().execute()).toEqual([
    {
      id: 'old',
      at: '2026-01-01',
      operator: 'irina',
      action: 'import accounts',
      file_name: null,
      file_sha256: null,
      map_sha256: null,
      counts: '{"lines":3}',
      run_id: null,
      subject: null,
      why: null,
      stage: 'done',
    },
  ])
  await expect(db.deleteFrom('operator_log').execute()).rejects.toThrow(/append/)
  expect(await db.selectFrom('customer_changes').selectAll().execute()).toEqual([])
  await db.updateTable('users').set({ name: 'Анна Мария' }).where('id', '=', 'anna').execute()
  expect(await db.selectFrom('customer_changes').select(['kind', 'before', 'after']).execute()).toEqual([
    { kind: 'name', before: 'Анна', after: 'Анна Мария' },
  ])
})
