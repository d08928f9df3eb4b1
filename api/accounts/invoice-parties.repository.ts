import type { Database, Queries } from 'api/db/database'
import { jsonRows } from 'api/db/json-rows'
import { lockLedgersOf } from 'api/ledger/ledger.repository'
import { payee } from 'contract/invoices'
import { sql } from 'kysely'
import { z } from 'zod'

/** Who an invoice is from and for, as the register has it when it is issued. */
const invoiceParties = z.object({
  payee,
  payer: z.string(),
  address: z.string(),
  area: z.number().nullable(),
  residents: z.number().nullable(),
})
export type InvoiceParties = z.output<typeof invoiceParties>

export const readParties = (json: string): InvoiceParties => invoiceParties.parse(JSON.parse(json))

/** What the register has of the accounts now, as JSON for `invoices.parties`. */
export const findParties = async (db: Queries, accounts: readonly string[]): Promise<Map<string, string>> => {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('register_accounts')
    .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
    .select([
      'account',
      'address',
      'payer_name as payer',
      'area',
      'residents',
      'payees.name',
      'payees.inn',
      'payees.kpp',
      'payees.bank_name as bankName',
      'payees.bic',
      'payees.correspondent_account as correspondentAccount',
      'payees.settlement_account as settlementAccount',
    ])
    .where('account', 'in', accounts)
    .execute()
  return new Map(
    rows.map(({ account, address, payer, area, residents, ...organisation }) => {
      const parties: InvoiceParties = { payee: organisation, payer, address, area, residents }
      return [account, JSON.stringify(parties)]
    }),
  )
}

const invoicesAtOnce = 200

/** Fills the parties of invoices that an older version has issued. The register still has what it had then, as far as known. */
export const fillParties = async ({ transaction }: Pick<Database, 'transaction'>): Promise<void> => {
  while ((await transaction(fillSome, 'read committed')) === invoicesAtOnce);
}

const fillSome = async (trx: Queries): Promise<number> => {
  const invoices = await trx
    .selectFrom('invoices')
    .select(['id', 'account'])
    .where('parties', 'is', null)
    .orderBy('account')
    .orderBy('period')
    .limit(invoicesAtOnce)
    .execute()
  if (invoices.length === 0) return 0
  const accounts = [...new Set(invoices.map(({ account }) => account))]
  // A payment locks its ledger before it changes invoices.
  await lockLedgersOf(trx, accounts)
  const parties = await findParties(trx, accounts)
  const rows = invoices.map(({ id, account }) => ({ id, parties: parties.get(account) }))
  await sql`update invoices set parties = filled.parties
    from (${jsonRows({ id: 'text', parties: 'text' }, rows)}) as filled
    where invoices.id = filled.id and invoices.parties is null`.execute(trx)
  return invoices.length
}
