import type { Queries } from 'api/db/database'
import type { PayeesTable, RegisterAccountsTable } from 'api/db/tables'
import type { Insertable, Selectable } from 'kysely'

export type PayeeRow = Insertable<PayeesTable>
export type AccountRow = Selectable<RegisterAccountsTable>

/** Those of the accounts that the register has. */
export const findKnown = async (db: Queries, accounts: readonly string[]): Promise<Set<string>> => {
  if (accounts.length === 0) return new Set()
  const rows = await db
    .selectFrom('register_accounts')
    .select('account')
    .where('account', 'in', accounts)
    .execute()
  return new Set(rows.map(({ account }) => account))
}

export const findAccounts = async (
  db: Queries,
  accounts: readonly string[],
): Promise<Map<string, AccountRow>> => {
  if (accounts.length === 0) return new Map()
  const rows = await db.selectFrom('register_accounts').selectAll().where('account', 'in', accounts).execute()
  return new Map(rows.map((row) => [row.account, row]))
}

export const storeAccounts = async (trx: Queries, rows: readonly AccountRow[]) => {
  if (rows.length === 0) return
  await trx
    .insertInto('register_accounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        address: eb.ref('excluded.address'),
        payer_name: eb.ref('excluded.payer_name'),
        area: eb.ref('excluded.area'),
        residents: eb.ref('excluded.residents'),
        search_text: eb.ref('excluded.search_text'),
        proof_kind: eb.ref('excluded.proof_kind'),
        proof_answer_hash: eb.ref('excluded.proof_answer_hash'),
        payee_id: eb.ref('excluded.payee_id'),
      })),
    )
    .execute()
}

/** Adds payees, and replaces the requisites of those that are there. */
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
