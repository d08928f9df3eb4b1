import type { Queries } from 'api/db/database'
import type { Payee } from 'contract/invoices'

/** Who is paid for the account; undefined when the register has no such account. */
export const findPayee = (db: Queries, account: string): Promise<Payee | undefined> =>
  db
    .selectFrom('register_accounts')
    .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
    .where('register_accounts.account', '=', account)
    .select([
      'payees.name',
      'payees.inn',
      'payees.kpp',
      'payees.bank_name as bankName',
      'payees.bic',
      'payees.correspondent_account as correspondentAccount',
      'payees.settlement_account as settlementAccount',
    ])
    .executeTakeFirst()
