import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase, freshDatabase } from '../../support/databases'
import { migrateUntil } from '../support/old-database'

const at = '2026-03-02T09:00:00.000Z'
const guests = 1_201

describeOnEachDatabase('a database from before copies and deletions', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let database: Awaited<ReturnType<typeof openDatabase>>

  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    database = await openDatabase(fresh)
    const { db } = database
    await migrateUntil(database, '0019-my-data')
    await sql`insert into users (id, name, email, email_normalized, password_hash, created_at)
      values ('anna', 'Анна', 'Anna@mail.example', 'anna@mail.example', '-', ${at})`.execute(db)
    for (const recipient of ['Anna@mail.example', 'guest@mail.example'])
      await sql`insert into outbox (id, recipient, kind, subject, text, html, created_at, next_attempt_at)
        values (${recipient}, ${recipient}, 'payment-receipt', '', '', '', ${at}, ${at})`.execute(db)
    await sql`insert into payees (id, name, inn, bank_name, bic, correspondent_account, settlement_account)
      values ('payee', 'УК', '5099001232', 'Банк', '1', '2', '3')`.execute(db)
    await sql`insert into register_accounts (account, address, payer_name, search_text, proof_answer_hash, payee_id)
      values ('4010', 'ул. Зелёная, 1', 'Анна', '', '', 'payee')`.execute(db)
    const pay = async (id: string, source: string, email: string) => {
      await sql`insert into payments (id, account, amount, status, created_at, source)
        values (${id}, '4010', 100, 'canceled', ${at}, ${source})`.execute(db)
      await sql`insert into payment_intents (payment_id, request_key, body_hash, gateway, request, state, last_contact_at)
        values (${id}, ${id}, '', 'sandbox', ${JSON.stringify({ email })}, 'canceled', ${at})`.execute(db)
    }
    await pay('personal', 'personal', 'anna@mail.example')
    for (let guest = 0; guest < guests; guest++)
      await pay(`guest ${String(guest).padStart(4, '0')}`, 'guest', `Guest${guest}@mail.example`)
    await migrate(database)
  })
  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })

  test('knows the customers of its letters', async () => {
    const letters = await database.db
      .selectFrom('outbox')
      .select(['recipient', 'user_id'])
      .orderBy('recipient')
      .execute()
    expect(letters).toEqual([
      { recipient: 'Anna@mail.example', user_id: 'anna' },
      { recipient: 'guest@mail.example', user_id: null },
    ])
  })

  test('knows the e-mails of all guests, and of guests alone', async () => {
    const rows = await database.db
      .selectFrom('payment_intents')
      .select(['payment_id', 'guest_email'])
      .orderBy('payment_id')
      .execute()
    expect(rows.map(({ guest_email }) => guest_email)).toEqual([
      ...Array.from({ length: guests }, (_, guest) => `guest${guest}@mail.example`),
      null,
    ])
  })
})
