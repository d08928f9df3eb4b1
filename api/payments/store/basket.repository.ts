import { accountsSeenBy, type Seeing } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { type Kopecks, toKopecks } from 'contract/money'

/** An account of the customer with what it owes and who is paid for it. */
export interface AccountInBasket {
  account: string
  payeeId: string
  /** Above zero is a debt. */
  balance: Kopecks
}

/** Those of the accounts that the customer may pay. */
export const findAccountsInBasket = (
  db: Queries,
  { accounts, ...seeing }: Seeing & { accounts: readonly string[] },
): Promise<AccountInBasket[]> =>
  db
    .selectFrom(accountsSeenBy(db, seeing).as('seen'))
    .innerJoin('register_accounts', 'register_accounts.account', 'seen.account')
    .leftJoin('account_balances', 'account_balances.account', 'seen.account')
    .where('seen.pay', '=', 1)
    .where('seen.account', 'in', accounts)
    .select((eb) => [
      'seen.account',
      'register_accounts.payee_id as payeeId',
      eb.fn.coalesce('account_balances.balance', eb.lit(toKopecks(0))).as('balance'),
    ])
    .execute()

/** What each invoice of the accounts has added to the debt, the oldest first. */
export const findBilled = (db: Queries, accounts: readonly string[]) =>
  db
    .selectFrom('invoices')
    .select((eb) => ['account', 'period', eb('charged', '+', eb.ref('penalty')).as('added')])
    .where('account', 'in', accounts)
    .orderBy('account')
    .orderBy('period')
    .execute()

/** The payments of a basket. */
export const findPartsOfBasket = (db: Queries, basketId: string) =>
  db
    .selectFrom('payment_intents')
    .innerJoin('payments', 'payments.id', 'payment_intents.payment_id')
    .select(['payments.id as payment', 'payments.account', 'payments.amount'])
    .where('payment_intents.basket_id', '=', basketId)
    .orderBy('payments.account')
    .execute()
