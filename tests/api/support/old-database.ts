import type { Database, Queries } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { migrations } from 'api/db/migrations'
import { sql } from 'kysely'

/** Applies only the migrations before `name` to a new database, whose tables then differ from `Tables`. */
export const migrateUntil = (database: Database, name: string) => {
  const before = migrations.findIndex((migration) => migration.name === name)
  if (before === -1) throw new Error(`There is no migration ${name}`)
  return migrate(database, migrations.slice(0, before))
}

/** Adds accounts to a register from before migration 0016, with their payee. */
export const addToOldRegister = async (db: Queries, ...accounts: string[]) => {
  await sql`insert into payees (id, name, inn, bank_name, bic, correspondent_account, settlement_account)
    values ('payee', 'УК', '5099001232', 'Банк', '1', '2', '3')`.execute(db)
  for (const account of accounts) {
    await sql`insert into register_accounts
      (account, address, payer_name, search_text, proof_label, proof_hint, proof_answer_hash, payee_id)
      values (${account}, 'ул. Зелёная, 1', 'Анна', '', 'Сумма последнего счёта', 'Итого', 'hash', 'payee')`.execute(
      db,
    )
  }
}
