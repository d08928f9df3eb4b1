import { accountsSeenBy, requisites, type Viewer } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { Payee } from 'contract/invoices'
import { type Kopecks, toKopecks } from 'contract/money'
import { sql } from 'kysely'
import type { PaymentGateway } from '../gateways/payment-gateway'

/** An account with its address and its balance in kopecks; undefined if the register has no such account. */
export const findAccountToPay = (
  db: Queries,
  account: string,
): Promise<{ account: string; address: string; balance: number } | undefined> =>
  db
    .selectFrom('register_accounts')
    .leftJoin('account_balances', 'account_balances.account', 'register_accounts.account')
    .where('register_accounts.account', '=', account)
    .select((eb) => [
      'register_accounts.account',
      'register_accounts.address',
      eb.fn.coalesce('account_balances.balance', eb.lit(0)).as('balance'),
    ])
    .executeTakeFirst()

/** Whether `amount` is the account's whole debt, or the total of one of its bills. Only its payers know these sums. */
export const isOnBill = async (
  db: Queries,
  { account, amount }: { account: string; amount: Kopecks },
): Promise<boolean> => {
  const balance = await db
    .selectFrom('account_balances')
    .select('account')
    .where('account', '=', account)
    .where('balance', '=', amount)
    .executeTakeFirst()
  if (balance) return true
  const bill = await db
    .selectFrom('invoices')
    .select('id')
    .where('account', '=', account)
    .where(sql<number>`opening_balance + charged + penalty`, '=', amount)
    .executeTakeFirst()
  return bill !== undefined
}

/** The payee of the account; undefined if the register has no such account. */
export const findPayee = (db: Queries, account: string): Promise<Payee | undefined> =>
  db
    .selectFrom('register_accounts')
    .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
    .where('register_accounts.account', '=', account)
    .select(['payees.name', ...requisites])
    .executeTakeFirst()

/** An account of the customer with its payee and balance. */
export interface AccountInBasket {
  account: string
  payeeId: string
  /** Above zero is a debt. */
  balance: Kopecks
}

/** Returns the accounts that the customer may pay. */
export const findAccountsInBasket = (
  db: Queries,
  { accounts, ...viewer }: Viewer & { accounts: readonly string[] },
): Promise<AccountInBasket[]> =>
  db
    .selectFrom(accountsSeenBy(db, viewer).as('seen'))
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

/** The sum that each invoice of the accounts has added to the debt, the oldest first. */
export const findInvoiceSums = (db: Queries, accounts: readonly string[]) =>
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

/** Why a gateway takes no payments for an account: its number is too long, or its money belongs to another payee. */
export type UnpayableReason = 'account_too_long' | 'other_payee'

/** The rules of a gateway for the accounts that it takes. */
export type AccountRules = Pick<PaymentGateway, 'longestAccount' | 'paysTo'>

/** The accounts of the register that the gateway takes no payments for. */
export const findUnpayable = async (
  db: Queries,
  { longestAccount, paysTo }: AccountRules,
  accounts: readonly string[],
): Promise<Map<string, UnpayableReason>> => {
  const unpayable = new Map<string, UnpayableReason>()
  if (paysTo !== 'named payee') {
    for (const account of await findAccountsOfOtherPayees(db, paysTo.inn, accounts))
      unpayable.set(account, 'other_payee')
  }
  for (const account of accounts)
    if (longestAccount !== null && account.length > longestAccount) unpayable.set(account, 'account_too_long')
  return unpayable
}

/** The same for one account; `null` if it can be paid. */
export const whyUnpayable = async (
  db: Queries,
  gateway: AccountRules,
  account: string,
): Promise<UnpayableReason | null> => (await findUnpayable(db, gateway, [account])).get(account) ?? null

const findAccountsOfOtherPayees = async (
  db: Queries,
  shopInn: string | null,
  accounts: readonly string[],
): Promise<readonly string[]> => {
  if (accounts.length === 0) return []
  if (shopInn === null) return (await hasSeveralPayees(db)) ? accounts : []
  const rows = await db
    .selectFrom('register_accounts')
    .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
    .select('account')
    .where('account', 'in', accounts)
    .where('payees.inn', '!=', shopInn)
    .execute()
  return rows.map(({ account }) => account)
}

/** How many accounts of the register have another payee than the organisation with this INN. */
export const countAccountsOfOtherPayees = async (
  db: Queries,
  inn: string,
): Promise<{ others: number; all: number }> => {
  const { others, all } = await db
    .selectFrom('register_accounts')
    .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.sum<number | null>(eb.case().when('payees.inn', '!=', inn).then(1).else(0).end()).as('others'),
    ])
    .executeTakeFirstOrThrow()
  return { others: others ?? 0, all }
}

/** Whether the register has payees of more than one organisation: then the settings have to name the shop's own. */
export const hasSeveralPayees = async (db: Queries): Promise<boolean> =>
  (await db.selectFrom('payees').select('inn').distinct().limit(2).execute()).length > 1
