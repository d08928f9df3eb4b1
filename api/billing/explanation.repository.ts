import type { Queries } from 'api/db/database'

/** The invoices of an account for these periods. */
export const findComparedInvoices = (
  db: Queries,
  { account, periods }: { account: string; periods: readonly string[] },
) =>
  db
    .selectFrom('invoices')
    .select([
      'period',
      'opening_balance as openingBalance',
      'lines',
      'charged',
      'penalty',
      'penalty_days as penaltyDays',
      'paid',
    ])
    .where('account', '=', account)
    .where('period', 'in', periods)
    .execute()
