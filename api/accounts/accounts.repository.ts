import type { Queries } from 'api/db/database'
import { lockedUser } from 'api/db/locked-user.repository'
import { preparedQuery } from 'api/db/prepared-query'
import { leftToPay } from 'api/ledger/settlement.repository'
import { accountsSeenBy, type OwnAccount, type Viewer } from './access.repository'

export interface AccountRow {
  account: string
  /** The customer's own name for it; null for none. */
  ownTitle: string | null
  /** The title in the register. */
  companyTitle: string | null
  address: string
  payerName: string
  isDefault: number
  /** The sum of the ledger's entries, kopecks. */
  balance: number
  /** The id of the customer's grant, with its rights, the owner's name and its last day; null for an owner. */
  grant: string | null
  readings: number
  pay: number
  from: string | null
  until: string | null
  invoicePeriod: string | null
  invoiceTotal: number | null
  invoiceDueAt: string | null
}

const accountsOf = (db: Queries, viewer: Viewer) =>
  db
    .selectFrom(accountsSeenBy(db, viewer).as('seen'))
    .innerJoin('register_accounts', 'register_accounts.account', 'seen.account')
    .leftJoin('account_grants', 'account_grants.id', 'seen.grant_id')
    .leftJoin('users as inviter', 'inviter.id', 'account_grants.invited_by')
    .leftJoin('account_balances', 'account_balances.account', 'register_accounts.account')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.account', '=', 'register_accounts.account').on('invoices.period', '=', (eb) =>
        eb
          .selectFrom('invoices as newest')
          .select((invoice) => invoice.fn.max('newest.period').as('period'))
          .whereRef('newest.account', '=', 'register_accounts.account'),
      ),
    )
    .select((eb) => [
      'seen.account',
      'seen.title as ownTitle',
      'register_accounts.title as companyTitle',
      'register_accounts.address',
      'register_accounts.payer_name as payerName',
      'seen.is_default as isDefault',
      eb.fn.coalesce('account_balances.balance', eb.lit(0)).as('balance'),
      'seen.grant_id as grant',
      'seen.readings',
      'seen.pay',
      'inviter.name as from',
      'account_grants.until',
      'invoices.period as invoicePeriod',
      'invoices.due_at as invoiceDueAt',
      // Null without an invoice.
      leftToPay.$castTo<number | null>().as('invoiceTotal'),
    ])

/** The customer's accounts in the order they were added. `words`: only accounts that contain every word. */
export const findAccounts = (
  db: Queries,
  { words, ...viewer }: Viewer & { words: readonly string[] },
): Promise<AccountRow[]> =>
  words.length === 0
    ? allAccounts(db, viewer)
    : inOrder(accountsOf(db, viewer))
        .where((eb) =>
          eb.and(
            words.map((word) =>
              eb.or([
                eb('register_accounts.search_text', 'like', `%${word}%`),
                eb('seen.title_search_text', 'like', `%${word}%`),
              ]),
            ),
          ),
        )
        .execute()

const inOrder = (accounts: ReturnType<typeof accountsOf>) =>
  accounts.orderBy('seen.added_at').orderBy('seen.account')

const allAccounts = preparedQuery((db, viewer: Viewer) => inOrder(accountsOf(db, viewer)))

export const findAccount = (
  db: Queries,
  { account, ...viewer }: Viewer & { account: string },
): Promise<AccountRow | undefined> =>
  accountsOf(db, viewer).where('seen.account', '=', account).executeTakeFirst()

interface RegisterEntry {
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
 * Locks the account's question until the transaction ends; a new access code takes the same lock. Returns false if the
 * answer has changed.
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

export const findDefaultAccount = async (db: Queries, viewer: Viewer): Promise<string | null> =>
  (await defaultAccounts(db, viewer))[0]?.account ?? null

const defaultAccounts = preparedQuery((db, viewer: Viewer) =>
  db.selectFrom(accountsSeenBy(db, viewer).as('seen')).select('account').where('is_default', '=', 1),
)

/** Locks the customer's list of accounts until the transaction ends. */
export const lockAccountsOf = async (trx: Queries, userId: string) => {
  await lockedUser(trx, userId).execute()
}

export const seesAnyAccount = async (db: Queries, viewer: Viewer): Promise<boolean> =>
  (await db
    .selectFrom(accountsSeenBy(db, viewer).as('seen'))
    .select('account')
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Makes the customer an owner of the account, and ends the customer's grant of it. Autopayments of the grant continue. The
 * account stays the default one if it was by the grant, and keeps the customer's title. A first account becomes the default.
 */
export const insertOwnAccount = async (
  trx: Queries,
  { userId, account, now }: { userId: string; account: string; now: string },
) => {
  const grant = await trx
    .selectFrom('account_grants')
    .select(['is_default', 'title', 'title_search_text'])
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .where('status', '=', 'active')
    .executeTakeFirst()
  await trx
    .updateTable('account_grants')
    .set({ status: 'left', lapses_at: null, ended_at: now, is_default: 0 })
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .where('status', 'in', ['waiting', 'active'])
    .execute()
  const viewer = { userId, at: now }
  const isFirst = !(await seesAnyAccount(trx, viewer))
  const wasDefault = grant?.is_default === 1 && (await findDefaultAccount(trx, viewer)) === null
  await trx
    .insertInto('customer_accounts')
    .values({
      user_id: userId,
      account,
      title: grant?.title ?? null,
      title_search_text: grant?.title_search_text ?? null,
      is_default: isFirst || wasDefault ? 1 : 0,
      added_at: now,
    })
    .execute()
}

export const markDefault = async (trx: Queries, { userId, account }: { userId: string; account: string }) => {
  for (const table of ['customer_accounts', 'account_grants'] as const)
    await trx
      .updateTable(table)
      .set({ is_default: 0 })
      .where('user_id', '=', userId)
      .where('is_default', '=', 1)
      .execute()
  const mark = (table: 'customer_accounts' | 'account_grants') =>
    trx.updateTable(table).set({ is_default: 1 }).where('user_id', '=', userId).where('account', '=', account)
  await mark('customer_accounts').execute()
  await mark('account_grants').where('status', '=', 'active').execute()
}

/** Changes the customer's own name of an account, as an owner or by a grant. Null: the register's title is shown. */
export const updateTitle = async (
  trx: Queries,
  { userId, account, title }: { userId: string; account: string; title: string | null },
) => {
  const write = (table: 'customer_accounts' | 'account_grants') =>
    trx
      .updateTable(table)
      .set({ title, title_search_text: title === null ? null : searchText(title) })
      .where('user_id', '=', userId)
      .where('account', '=', account)
  await write('customer_accounts').execute()
  await write('account_grants').where('status', '=', 'active').execute()
}

/** Removes an account from the list. Undefined if it was not on the list. */
export const deleteAccount = (
  db: Queries,
  { userId, account }: OwnAccount,
): Promise<(OwnAccount & { ownTitle: string | null }) | undefined> =>
  db
    .deleteFrom('customer_accounts')
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .returning(['user_id as userId', 'account', 'title as ownTitle'])
    .executeTakeFirst()

const SEPARATORS = /[^\p{L}\p{N}]+/gu

/** The words of a text in lower case, without punctuation, with е for ё: texts that differ only in these are equal. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(SEPARATORS, ' ').trim()
  return plain === '' ? [] : plain.split(' ')
}

/** The value of `search_text`: an account's number, title and address as normalized words. */
export function searchText(...parts: readonly (string | null)[]): string {
  return parts.flatMap((part) => searchWords(part ?? '')).join(' ')
}
