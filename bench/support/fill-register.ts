import type { Database } from 'api/db/database'
import { sql } from 'kysely'
import { numbersOf } from './numbers'

interface Range {
  existing: number
  count: number
}

/** Adds copies of the account `like` to the register, with numbers of `prefix` and eight digits. Returns the number's SQL. */
const fillAccounts = async (
  database: Database,
  { existing, count, prefix, like }: Range & { prefix: string; like: string },
) => {
  const { numbers, eightDigits } = numbersOf(database)
  const account = sql`${sql.lit(prefix)} || ${eightDigits(sql`n`)}`
  await sql`
    insert into register_accounts (account, title, address, payer_name, area, residents, search_text, proof_kind,
      proof_answer_hash, payee_id)
    with ${numbers(existing, count)}
    select ${account}, title, address || ', подъезд ' || n, payer_name, area, residents,
      ${account} || ' квартира ' || n, proof_kind, proof_answer_hash, payee_id
    from numbers, register_accounts where account = ${like}`.execute(database.db)
  return account
}

/** Adds accounts to one customer's list. */
export const fillAccountsOf = async (
  database: Database,
  { userId, like, existing, count }: Range & { userId: string; like: string },
) => {
  const { numbers } = numbersOf(database)
  const account = await fillAccounts(database, { existing, count, prefix: '91', like })
  await sql`
    insert into customer_accounts (user_id, account, added_at)
    with ${numbers(existing, count)}
    select ${sql.lit(userId)}, ${account}, '2026-01-01T00:00:00.000Z' from numbers`.execute(database.db)
}

/** Adds customers, each with an account. */
export const fillCustomers = async (
  database: Database,
  { like, existing, count }: Range & { like: string },
) => {
  const { numbers, eightDigits } = numbersOf(database)
  const account = await fillAccounts(database, { existing, count, prefix: '81', like })
  const id = sql`'customer ' || ${eightDigits(sql`n`)}`
  const email = sql`'customer-' || n || '@mail.example'`
  const moment = sql.lit('2026-01-01T00:00:00.000Z')
  await sql`
    insert into users (id, name, email, email_normalized, password_hash, email_verified_at, created_at)
    with ${numbers(existing, count)}
    select ${id}, 'Клиент ' || n, ${email}, ${email}, 'none', ${moment}, ${moment} from numbers`.execute(
    database.db,
  )
  await sql`
    insert into customer_accounts (user_id, account, added_at)
    with ${numbers(existing, count)} select ${id}, ${account}, ${moment} from numbers`.execute(database.db)
}
