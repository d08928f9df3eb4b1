import type { Queries } from 'api/db/database'
import { payee } from 'contract/invoices'
import { z } from 'zod'

/** The payee and the payer of an invoice, copied from the register when the invoice is issued. */
const invoiceParties = z.object({
  payee,
  payer: z.string(),
  address: z.string(),
  area: z.number().nullable(),
  residents: z.number().nullable(),
})
type InvoiceParties = z.output<typeof invoiceParties>

export const readParties = (json: string): InvoiceParties => invoiceParties.parse(JSON.parse(json))

/** The columns of `payees` that make a `Payee` of the contract, without the name. */
export const requisites = [
  'payees.inn',
  'payees.kpp',
  'payees.bank_name as bankName',
  'payees.bic',
  'payees.correspondent_account as correspondentAccount',
  'payees.settlement_account as settlementAccount',
] as const

/** Reads the parties of these accounts from the register, as JSON for `invoices.parties`. */
export const findParties = async (
  db: Queries,
  accounts: readonly string[],
): Promise<(account: string) => string> => {
  const rows = await db
    .selectFrom('register_accounts')
    .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
    .select(['account', 'address', 'payer_name as payer', 'area', 'residents', 'payees.name', ...requisites])
    .where('account', 'in', accounts)
    .execute()
  const parties = new Map(
    rows.map(({ account, address, payer, area, residents, ...organisation }) => {
      const parties: InvoiceParties = { payee: organisation, payer, address, area, residents }
      return [account, JSON.stringify(parties)]
    }),
  )
  return (account) => {
    const json = parties.get(account)
    if (json === undefined) throw new Error(`The register has no account ${account}`)
    return json
  }
}
