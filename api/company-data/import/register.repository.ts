import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import type { Tables } from 'api/db/tables'
import { lockLedgersOf } from 'api/ledger/ledger.repository'
import { type Insertable, type Selectable, sql } from 'kysely'

export type PayeeRow = Insertable<Tables['payees']>
type StoredPayee = Selectable<Tables['payees']>
export type AccountRow = Selectable<Tables['register_accounts']>

/** Returns the accounts that the register has. */
export const findRegisterAccounts = async (
  db: Queries,
  accounts: readonly string[],
): Promise<Set<string>> => {
  if (accounts.length === 0) return new Set()
  const rows = await db
    .selectFrom('register_accounts')
    .select('account')
    .where('account', 'in', accounts)
    .execute()
  return new Set(rows.map(({ account }) => account))
}

/** Locks the ledgers of the accounts that the register has, and ignores the others. */
export const lockKnownLedgers = async (trx: Queries, accounts: readonly string[]) => {
  await lockLedgersOf(trx, [...(await findRegisterAccounts(trx, accounts))])
}

export const findAccounts = async (
  db: Queries,
  accounts: readonly string[],
): Promise<Map<string, AccountRow>> => {
  if (accounts.length === 0) return new Map()
  const rows = await db.selectFrom('register_accounts').selectAll().where('account', 'in', accounts).execute()
  return new Map(rows.map((row) => [row.account, row]))
}

const accountColumns = {
  account: 'text',
  title: 'text',
  address: 'text',
  payer_name: 'text',
  area: 'real',
  residents: 'bigint',
  search_text: 'text',
  proof_kind: 'text',
  proof_answer_hash: 'text',
  payee_id: 'text',
} as const satisfies Record<keyof AccountRow, unknown>

export const storeAccounts = async (trx: Queries, rows: readonly AccountRow[]) => {
  if (rows.length === 0) return
  const { account: _, ...changeable } = accountColumns
  const changes = Object.keys(changeable).map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
  )
  await sql`insert into register_accounts (${namesOf(accountColumns)}) ${jsonRows(accountColumns, rows)}
    on conflict (account) do update set ${sql.join(changes)}`.execute(trx)
}

export const findPayees = async (db: Queries, ids: readonly string[]): Promise<Map<string, StoredPayee>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('payees').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Adds payees, and replaces the requisites of existing ones. */
export const storePayees = async (trx: Queries, rows: readonly PayeeRow[]) => {
  if (rows.length === 0) return
  await trx
    .insertInto('payees')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        inn: eb.ref('excluded.inn'),
        kpp: eb.ref('excluded.kpp'),
        bank_name: eb.ref('excluded.bank_name'),
        bic: eb.ref('excluded.bic'),
        correspondent_account: eb.ref('excluded.correspondent_account'),
        settlement_account: eb.ref('excluded.settlement_account'),
      })),
    )
    .execute()
}
