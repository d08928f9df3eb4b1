import { randomUUID } from 'node:crypto'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase, freshDatabase } from '../../support/databases'
import { addToOldRegister, migrateUntil } from '../support/old-database'

describeOnEachDatabase('runs that were planned before warnings were tied to letters', (kind) => {
  it('get the ids of their letters, and warn again where there is none', async () => {
    const fresh = await freshDatabase(kind)
    const database = await openDatabase(fresh)
    const { db } = database
    await migrateUntil(database, '0010-charge-warnings')
    const at = '2026-03-14T06:00:00.000Z'
    await sql`insert into users (id, name, email, email_normalized, password_hash, created_at)
      values ('anna', 'Анна', 'anna@mail.example', 'anna@mail.example', '-', ${at})`.execute(db)
    await addToOldRegister(db, '4010')
    await sql`insert into payments (id, account, amount, status, created_at, source)
      values ('first', '4010', 100, 'canceled', ${at}, 'personal')`.execute(db)
    await sql`insert into autopayments
      (id, user_id, account, rule, limit_amount, status, first_payment_id, created_at, consent_at)
      values ('autopayment', 'anna', '4010', 'invoice', 1000, 'active', 'first', ${at}, ${at})`.execute(db)

    const addRun = async (period: string, told: { noticeAt: string; letterAt: string }) => {
      const letter = randomUUID()
      await sql`insert into autopayment_runs
        (id, autopayment_id, period, state, charge_at, due_at, told_amount)
        values (${period}, 'autopayment', ${period}, 'open', ${at}, ${at}, 500)`.execute(db)
      await sql`insert into autopayment_notices (id, run_id, code_hash, created_at)
        values (${randomUUID()}, ${period}, '-', ${told.noticeAt})`.execute(db)
      await sql`insert into outbox (id, recipient, kind, subject, text, html, created_at, next_attempt_at)
        values (${letter}, 'anna@mail.example', 'autopayment-notice', '', '', '', ${told.letterAt}, ${at})`.execute(
        db,
      )
      return letter
    }
    const letter = await addRun('2026-02', { noticeAt: at, letterAt: at })
    await addRun('2026-03', { noticeAt: '2026-03-15T06:00:00.000Z', letterAt: '2026-03-15T06:00:00.001Z' })
    await migrate(database)
    const runs = await db
      .selectFrom('autopayment_runs')
      .select(['period', 'warning_id', 'warned_amount'])
      .orderBy('period')
      .execute()
    expect(runs).toEqual([
      { period: '2026-02', warning_id: letter, warned_amount: 500 },
      { period: '2026-03', warning_id: null, warned_amount: null },
    ])
    await database.close()
    await fresh.drop()
  })
})
