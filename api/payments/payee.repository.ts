import type { Queries } from 'api/db/database'
import type { Payee } from 'contract/invoices'

/** Who is paid for the account, and the newest billed period; undefined when the register has no such account. */
export const findPayee = async (
  db: Queries,
  account: string,
): Promise<{ payee: Payee; period: string | null } | undefined> => {
  const row = await db
    .selectFrom('register_accounts')
    .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
    .where('register_accounts.account', '=', account)
    .select((eb) => [
      'payees.name',
      'payees.inn',
      'payees.kpp',
      'payees.bank_name as bankName',
      'payees.bic',
      'payees.correspondent_account as correspondentAccount',
      'payees.settlement_account as settlementAccount',
      eb
        .selectFrom('invoices')
        .select((invoice) => invoice.fn.max('invoices.period').as('period'))
        .whereRef('invoices.account', '=', 'register_accounts.account')
        .as('period'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { period, ...payee } = row
  return { payee, period }
}
