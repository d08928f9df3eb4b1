import type { Queries } from 'api/db/database'
import type { PaymentGateway } from '../gateways/payment-gateway'

/** Why a gateway takes no payments for an account: its number is too long, or its money belongs to another payee. */
export type Unpayable = 'account_too_long' | 'other_payee'

/** What a gateway takes. */
export type Payable = Pick<PaymentGateway, 'longestAccount' | 'paysTo'>

/** The accounts of the register that the gateway takes no payments for. */
export const findUnpayable = async (
  db: Queries,
  { longestAccount, paysTo }: Payable,
  accounts: readonly string[],
): Promise<Map<string, Unpayable>> => {
  const unpayable = new Map<string, Unpayable>()
  if (paysTo !== 'named payee') {
    for (const account of await findOfOtherPayees(db, paysTo.inn, accounts))
      unpayable.set(account, 'other_payee')
  }
  for (const account of accounts)
    if (longestAccount !== null && account.length > longestAccount) unpayable.set(account, 'account_too_long')
  return unpayable
}

/** The same for one account; `null` if it can be paid. */
export const whyUnpayable = async (
  db: Queries,
  gateway: Payable,
  account: string,
): Promise<Unpayable | null> => (await findUnpayable(db, gateway, [account])).get(account) ?? null

const findOfOtherPayees = async (
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
export const countOfOtherPayees = async (
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

/** Whether the register has payees of more than one organisation: then the shop's own has to be named. */
export const hasSeveralPayees = async (db: Queries): Promise<boolean> =>
  (await db.selectFrom('payees').select('inn').distinct().limit(2).execute()).length > 1
