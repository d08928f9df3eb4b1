import type { Queries } from 'api/db/database'
import { leftToPay } from 'api/db/left-to-pay'
import { lockedUser } from 'api/db/locked-user.repository'
import { preparedQuery } from 'api/db/prepared-query'
import { searchText } from './search-text'

export interface AccountRow {
  account: string
  /** The customer's own name for it; null for none. */
  ownTitle: string | null
  /** The register's. */
  companyTitle: string | null
  address: string
  payerName: string
  isDefault: number
  /** The sum of the ledger's entries, kopecks. */
  balance: number
  invoicePeriod: string | null
  invoiceTotal: number | null
  invoiceDueAt: string | null
}

const accountsOf = (db: Queries, userId: string) =>
  db
    .selectFrom('customer_accounts')
    .innerJoin('register_accounts', 'register_accounts.account', 'customer_accounts.account')
    .leftJoin('account_balances', 'account_balances.account', 'register_accounts.account')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.account', '=', 'register_accounts.account').on('invoices.period', '=', (eb) =>
        eb
          .selectFrom('invoices as newest')
          .select((invoice) => invoice.fn.max('newest.period').as('period'))
          .whereRef('newest.account', '=', 'register_accounts.account'),
      ),
    )
    .where('customer_accounts.user_id', '=', userId)
    .select((eb) => [
      'customer_accounts.account',
      'customer_accounts.title as ownTitle',
      'register_accounts.title as companyTitle',
      'register_accounts.address',
      'register_accounts.payer_name as payerName',
      'customer_accounts.is_default as isDefault',
      eb.fn.coalesce('account_balances.balance', eb.lit(0)).as('balance'),
      'invoices.period as invoicePeriod',
      'invoices.due_at as invoiceDueAt',
      // Null without an invoice.
      leftToPay.$castTo<number | null>().as('invoiceTotal'),
    ])

/** The customer's accounts in the order they were added. With `words` only those that contain every word. */
export const findAccounts = (
  db: Queries,
  { userId, words }: { userId: string; words: readonly string[] },
): Promise<AccountRow[]> =>
  words.length === 0
    ? allAccounts(db, { userId })
    : inOrder(accountsOf(db, userId))
        .where((eb) =>
          eb.and(
            words.map((word) =>
              eb.or([
                eb('register_accounts.search_text', 'like', `%${word}%`),
                eb('customer_accounts.title_search_text', 'like', `%${word}%`),
              ]),
            ),
          ),
        )
        .execute()

const inOrder = (accounts: ReturnType<typeof accountsOf>) =>
  accounts.orderBy('customer_accounts.added_at').orderBy('customer_accounts.account')

const allAccounts = preparedQuery((db, { userId }: { userId: string }) => inOrder(accountsOf(db, userId)))

export const findAccount = (
  db: Queries,
  { userId, account }: { userId: string; account: string },
): Promise<AccountRow | undefined> =>
  accountsOf(db, userId).where('customer_accounts.account', '=', account).executeTakeFirst()

export interface RegisterEntry {
  /** A kind of question of api/accounts/proof.ts; null: there is none for this account. */
  proofKind: string | null
  proofHash: string
}

/** The question and the hash of its answer. */
export const findInRegister = (db: Queries, account: string): Promise<RegisterEntry | undefined> =>
  db
    .selectFrom('register_accounts')
    .select(['proof_kind as proofKind', 'proof_answer_hash as proofHash'])
    .where('account', '=', account)
    .executeTakeFirst()

/**
 * Locks the account's question until the transaction ends, as a new access code does. Returns false when the answer is
 * another one by now.
 */
export const lockProof = async (
  trx: Queries,
  { account, proofHash }: { account: string; proofHash: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('register_accounts')
    .set((eb) => ({ proof_answer_hash: eb.ref('proof_answer_hash') }))
    .where('account', '=', account)
    .where('proof_answer_hash', '=', proofHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findDefaultAccount = async (db: Queries, userId: string): Promise<string | null> =>
  (await defaultAccounts(db, { userId }))[0]?.account ?? null

const defaultAccounts = preparedQuery((db, { userId }: { userId: string }) =>
  db
    .selectFrom('customer_accounts')
    .select('account')
    .where('user_id', '=', userId)
    .where('is_default', '=', 1),
)

/** Locks the customer's list of accounts until the transaction ends. */
export const lockAccountsOf = async (trx: Queries, userId: string) => {
  await lockedUser(trx, userId).execute()
}

/** Adds the account. The first account becomes the default one. */
export const insertAccount = async (
  trx: Queries,
  { userId, account, now }: { userId: string; account: string; now: string },
) => {
  const first = await trx
    .selectFrom('customer_accounts')
    .select('account')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  await trx
    .insertInto('customer_accounts')
    .values({ user_id: userId, account, is_default: first ? 0 : 1, added_at: now })
    .execute()
}

export const markDefault = async (trx: Queries, { userId, account }: { userId: string; account: string }) => {
  await trx
    .updateTable('customer_accounts')
    .set({ is_default: 0 })
    .where('user_id', '=', userId)
    .where('is_default', '=', 1)
    .where('account', '!=', account)
    .execute()
  await trx
    .updateTable('customer_accounts')
    .set({ is_default: 1 })
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .execute()
}

/** Returns whether the account is on the list. `title` null: the register's. */
export const updateTitle = async (
  trx: Queries,
  { userId, account, title }: { userId: string; account: string; title: string | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('customer_accounts')
    .set({ title, title_search_text: title === null ? null : searchText(title) })
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the account was on the list. */
export const deleteAccount = async (
  db: Queries,
  { userId, account }: { userId: string; account: string },
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('customer_accounts')
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
