import type { Queries } from 'api/db/database'
import { preparedQuery } from 'api/db/prepared-query'

/** The periods for which the account has invoices, newest first. */
export const findPeriods = async (db: Queries, account: string): Promise<string[]> =>
  (await periodsOf(db, { account })).map(({ period }) => period)

const periodsOf = preparedQuery((db, { account }: { account: string }) =>
  db.selectFrom('invoices').select('period').where('account', '=', account).orderBy('period', 'desc'),
)

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

/** The invoice of a period. The register's data are for one whose `parties` are not filled yet. */
export const findInvoice = async (db: Queries, { account, period }: WantedInvoice) =>
  (await invoicesOf(db, { account, period }))[0]

type WantedInvoice = { account: string; period: string }

const invoicesOf = preparedQuery((db, { account, period }: WantedInvoice) =>
  db
    .selectFrom('register_accounts')
    .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
    .innerJoin('invoices', 'invoices.account', 'register_accounts.account')
    .where('register_accounts.account', '=', account)
    .where('invoices.period', '=', period)
    .select([
      'invoices.id',
      'invoices.account',
      'invoices.period',
      'invoices.issued_at as issuedAt',
      'invoices.due_at as dueAt',
      'invoices.opening_balance as openingBalance',
      'invoices.lines',
      'invoices.charged',
      'invoices.penalty',
      'invoices.paid',
      'invoices.parties',
      'register_accounts.address',
      'register_accounts.payer_name as payerName',
      'register_accounts.area',
      'register_accounts.residents',
      'payees.name as payeeName',
      'payees.inn',
      'payees.kpp',
      'payees.bank_name as bankName',
      'payees.bic',
      'payees.correspondent_account as correspondentAccount',
      'payees.settlement_account as settlementAccount',
    ]),
)
