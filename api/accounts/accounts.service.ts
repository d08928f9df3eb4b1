import type { Database, Queries } from 'api/db/database'
import { claimKey } from 'api/idempotency/answer-once'
import { type KeyClaim, storeAnswer } from 'api/idempotency/idempotency-keys.repository'
import type { LimitedUse, Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { longestFilter } from 'contract/limits'
import { hasRight, type OwnAccount, requireRight } from './access.repository'
import type { AccountHooks } from './account-hooks'
import { AccountError } from './accounts.errors'
import { accountAddedLetter } from './accounts.letters'
import {
  type AccountRow,
  deleteAccount,
  findAccount,
  findAccounts,
  findDefaultAccount,
  findInRegister,
  insertOwnAccount,
  lockAccountsOf,
  lockProof,
  markDefault,
  searchWords,
  updateTitle,
} from './accounts.repository'
import { findHolders } from './holders.repository'
import { maskPayer } from './masks'
import { isProof, isProvable, type ProofKind } from './proof'

export interface AccountsDeps {
  config: LetterSite & { timeZone: string }
  database: Database
  limiter: Limiter
  hooks: AccountHooks
  /** Wakes the worker: something has become due. To be called after the commit. */
  wakeJobs: () => void
}

interface NewAccount extends OwnAccount {
  /** The customer's name, for the letter to the other owners. */
  name: string
  /** The customer's answer to the register's question; undefined on the first step. */
  proof: string | undefined
  claim: KeyClaim | null
  now: Date
}

// Each word costs a comparison.
const maxWords = 12

/** The customer's list of accounts. Throws AccessRefused for accounts that are not on it. */
export function accountsService({ config, database, limiter, hooks, wakeJobs }: AccountsDeps) {
  const { db } = database

  /**
   * Counts wrong answers by customer and account. After many wrong answers of any customers the account is under
   * attack: then each customer has fewer tries, but the owner is never locked out by others.
   */
  const checkProof = async (kind: ProofKind, isRight: boolean, { userId, account, now }: NewAccount) => {
    const wrongAnswers: LimitedUse[] = [{ limit: 'wrongProofsPerAccount', by: [account] }]
    const isAttacked = await limiter.isReached(wrongAnswers, now)
    const uses: LimitedUse[] = [
      { limit: 'accountProofsPerCustomer', by: [userId] },
      { limit: 'accountProofsPerCustomerAndAccount', by: [userId, account] },
      ...(isAttacked
        ? [{ limit: 'accountProofsPerCustomerUnderAttack', by: [userId, account] } as const]
        : []),
    ]
    await limiter.admit(uses, now)
    if (!isRight) {
      await limiter.count(wrongAnswers, now)
      throw new AccountError({ code: 'wrong_proof', kind })
    }
    await limiter.giveBack(uses)
  }

  /** Sends a letter to each other owner, because the access code alone was enough for the new one. */
  const notifyOthers = async (trx: Queries, { userId, account, name, now }: NewAccount) => {
    const others = (await findHolders(trx, [account])).filter((holder) => holder.userId !== userId)
    for (const { userId: other, email, eraseAt, ownTitle } of others) {
      if (eraseAt !== null) continue
      const letter = accountAddedLetter(config, { account, ownTitle, name, addedAt: now })
      await enqueueLetter(trx, { to: email, userId: other, letter, now })
    }
  }

  return {
    async list({ userId, filter }: { userId: string; filter: string | undefined }, now: Date) {
      const words = searchWords((filter ?? '').slice(0, longestFilter)).slice(0, maxWords)
      const rows = await findAccounts(db, { userId, at: now.toISOString(), words })
      return withPayability(rows, userId, now)
    },

    /** The default account's number, or null. */
    defaultOf: (userId: string, now: Date) => findDefaultAccount(db, { userId, at: now.toISOString() }),

    /**
     * Adds an account after a right answer to its question. Throws AccountError (`already_added`, `unknown_account`,
     * `not_provable`, `proof_required`, `wrong_proof`) and LimitReached.
     */
    async add(request: NewAccount) {
      const { userId, account, proof, now } = request
      await limiter.admit([{ limit: 'accountLookupsPerCustomer', by: [userId] }], now)
      if (await hasRight(db, request, 'own')) throw new AccountError({ code: 'already_added' })
      const entry = await findInRegister(db, account)
      // Checked for unknown accounts, too, so that the response time does not reveal whether an account exists.
      const isRight = isProof(account, proof ?? '', entry?.proofHash ?? '')
      if (!entry) throw new AccountError({ code: 'unknown_account', account })
      const kind = entry.proofKind
      if (!isProvable(kind)) throw new AccountError({ code: 'not_provable' })
      if (proof === undefined || proof.trim() === '')
        throw new AccountError({ code: 'proof_required', kind, isBlank: proof !== undefined })
      await checkProof(kind, isRight, request)
      const notices: LimitedUse[] = [{ limit: 'noticesOfAddition', by: [userId, account] }]
      const mayNotify = !(await limiter.isReached(notices, now))
      const answer = await database.transaction(async (trx) => {
        // A change of the access code, which may end the access of others, waits for this lock or comes before it.
        if (!(await lockProof(trx, { account, proofHash: entry.proofHash })))
          throw new AccountError({ code: 'wrong_proof', kind })
        await lockAccountsOf(trx, userId)
        await claimKey(trx, request.claim)
        if (await hasRight(trx, request, 'own')) throw new AccountError({ code: 'already_added' })
        await insertOwnAccount(trx, { userId, account, now: now.toISOString() })
        if (mayNotify) await notifyOthers(trx, request)
        const addedAccount = await findAccount(trx, { userId, at: now.toISOString(), account })
        if (!addedAccount) throw new AccountError({ code: 'not_found' })
        const data = asAccount(addedAccount)
        if (request.claim) await storeAnswer(trx, request.claim, { data })
        return data
      }, 'read committed')
      if (mayNotify) await limiter.count(notices, now)
      wakeJobs()
      return answer
    },

    async setDefault(own: OwnAccount & { now: Date }) {
      await withLockedAccounts(own.userId, async (trx) => {
        await requireRight(trx, own, 'view')
        await markDefault(trx, own)
      })
    },

    /**
     * Stores the customer's own name of an account. For null, and for the register's title itself, the account shows
     * the register's title.
     */
    async changeTitle({ title, now, ...own }: OwnAccount & { title: string | null; now: Date }) {
      const renamedAccount = await withLockedAccounts(own.userId, async (trx) => {
        await requireRight(trx, { ...own, now }, 'view')
        const row = await findAccount(trx, { ...own, at: now.toISOString() })
        if (!row) throw new AccountError({ code: 'not_found' })
        const ownTitle = title === row.companyTitle ? null : title
        await updateTitle(trx, { ...own, title: ownTitle })
        return { ...row, ownTitle }
      })
      const [account] = await withPayability([renamedAccount], own.userId, now)
      if (!account) throw new AccountError({ code: 'not_found' })
      return account
    },

    /** Removes the account from the list and stops its charges. */
    async remove({ now, ...own }: OwnAccount & { now: Date }) {
      const afterCommit = await withLockedAccounts(own.userId, async (trx) => {
        await requireRight(trx, { ...own, now }, 'own')
        const removedAccount = await deleteAccount(trx, own)
        if (!removedAccount) throw new AccountError({ code: 'not_found' })
        return hooks.accountRemoved(trx, removedAccount, now)
      })
      wakeJobs()
      await afterCommit()
    },
  }

  /** Adds to the accounts the reasons why they can't be paid, and pending payments. */
  async function withPayability(rows: readonly AccountRow[], userId: string, now: Date) {
    const accounts = rows.map(({ account }) => account)
    const unpayable = await hooks.unpayable(db, accounts)
    const pending = await hooks.pendingPayments({ userId, accounts }, now)
    return rows.map((row) => {
      const reason = unpayable.get(row.account)
      const pendingPayments = pending.get(row.account)
      return {
        ...asAccount(row),
        ...(reason !== undefined && { unpayable: reason }),
        ...(pendingPayments && { pendingPayments }),
      }
    })
  }

  function withLockedAccounts<Result>(userId: string, work: (trx: Queries) => Promise<Result>) {
    return database.transaction(async (trx) => {
      await lockAccountsOf(trx, userId)
      return work(trx)
    }, 'read committed')
  }
}

function asAccount({
  account,
  ownTitle,
  companyTitle,
  address,
  payerName,
  isDefault,
  balance,
  ...invoice
}: AccountRow) {
  const { invoicePeriod, invoiceTotal, invoiceDueAt, grant, from, until, readings, pay } = invoice
  return {
    account,
    title: ownTitle ?? companyTitle,
    ...(ownTitle !== null && { companyTitle }),
    address,
    payer: maskPayer(payerName),
    balance,
    isDefault: isDefault === 1,
    ...(grant !== null && {
      access: {
        owner: false,
        readings: readings === 1,
        pay: pay === 1,
        grant,
        ...(from !== null && { from: maskPayer(from) }),
        ...(until !== null && { until }),
      },
    }),
    lastInvoice:
      invoicePeriod !== null && invoiceTotal !== null && invoiceDueAt !== null
        ? { period: invoicePeriod, total: invoiceTotal, dueAt: invoiceDueAt }
        : null,
  }
}
