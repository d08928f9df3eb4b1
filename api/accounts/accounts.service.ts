import type { Queries } from 'api/db/database'
import { notFound, Refusal } from 'api/http/refusal'
import { claimKey } from 'api/idempotency/answer-once'
import { storeAnswer } from 'api/idempotency/idempotency-keys.repository'
import type { KeyClaim } from 'api/idempotency/idempotent-request'
import type { LimitedUse } from 'api/limits/limiter'
import { problemCodes } from 'contract/problem'
import type { AccountsDeps } from './accounts.deps'
import {
  type AccountRow,
  deleteAccount,
  findAccount,
  findAccounts,
  findDefaultAccount,
  findInRegister,
  insertAccount,
  lockAccountsOf,
  markDefault,
  type RegisterEntry,
} from './accounts.repository'
import { isOwnAccount, type OwnAccount } from './own-account.repository'
import { maskPayer } from './payer-mask'
import { isProof, isProvable } from './proof'
import { searchWords } from './search-text'

interface NewAccount extends OwnAccount {
  /** The customer's answer to the register's question; undefined on the first step. */
  proof: string | undefined
  claim: KeyClaim | null
  now: Date
}

// Longer than any address; each word costs a comparison.
const longestFilter = 200
const mostWords = 12

/** What a customer does with the list of personal accounts. Of others' accounts it knows nothing: they are 404. */
export function accountsService({ database, limiter, hooks, wakeJobs }: AccountsDeps) {
  const { db } = database

  /**
   * Wrong answers are counted by the customer and the account together. Others' guesses make the account one under attack,
   * where each customer has fewer tries: enough for its owner, who is never locked out by them.
   */
  const proved = async (entry: RegisterEntry, isRight: boolean, { userId, account, now }: NewAccount) => {
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
      throw wrongProof(entry)
    }
    await limiter.giveBack(uses)
  }

  return {
    async list({ userId, filter }: { userId: string; filter: string | undefined }) {
      const words = searchWords((filter ?? '').slice(0, longestFilter)).slice(0, mostWords)
      return (await findAccounts(db, { userId, words })).map(asAccount)
    },

    /** The default account's number, or null. */
    defaultOf: (userId: string) => findDefaultAccount(db, userId),

    /** Adds an account whose question was answered rightly. Refuses with 404, 409, 422 (`proof_required`) and 429. */
    async add(wanted: NewAccount) {
      const { userId, account, proof, now } = wanted
      await limiter.admit([{ limit: 'accountLookupsPerCustomer', by: [userId] }], now)
      if (await isOwnAccount(db, wanted)) throw alreadyAdded()
      const entry = await findInRegister(db, account)
      // Judged whether or not there is such an account: how long an answer takes tells nothing of it.
      const isRight = isProof(account, proof ?? '', entry?.proofHash ?? '')
      if (!entry) throw unknownAccount(account)
      if (!isProvable(entry.proofKind)) throw notProvable()
      if (proof === undefined || proof.trim() === '') throw proofRequired(entry, proof)
      await proved(entry, isRight, wanted)
      return inOrder(userId, async (trx) => {
        await claimKey(trx, wanted.claim)
        if (await isOwnAccount(trx, wanted)) throw alreadyAdded()
        await insertAccount(trx, { userId, account, now: now.toISOString() })
        const added = await findAccount(trx, wanted)
        if (!added) throw notFound()
        const answer = asAccount(added)
        if (wanted.claim) await storeAnswer(trx, wanted.claim, { data: answer })
        return answer
      })
    },

    async setDefault(own: OwnAccount) {
      await inOrder(own.userId, async (trx) => {
        if (!(await isOwnAccount(trx, own))) throw notFound()
        await markDefault(trx, own)
      })
    },

    /** Takes the account off the list, and stops what is charged for it. */
    async remove({ now, ...own }: OwnAccount & { now: Date }) {
      await inOrder(own.userId, async (trx) => {
        if (!(await deleteAccount(trx, own))) throw notFound()
        await hooks.accountRemoved(trx, own, now)
      })
      wakeJobs()
    },
  }

  function inOrder<Result>(userId: string, work: (trx: Queries) => Promise<Result>) {
    return database.transaction(async (trx) => {
      await lockAccountsOf(trx, userId)
      return work(trx)
    }, 'read committed')
  }
}

function asAccount({ account, title, address, payerName, isDefault, balance, ...invoice }: AccountRow) {
  const { invoicePeriod, invoiceTotal, invoiceDueAt } = invoice
  return {
    account,
    title,
    address,
    payer: maskPayer(payerName),
    balance,
    isDefault: isDefault === 1,
    lastInvoice:
      invoicePeriod !== null && invoiceTotal !== null && invoiceDueAt !== null
        ? { period: invoicePeriod, total: invoiceTotal, dueAt: invoiceDueAt }
        : null,
  }
}

const alreadyAdded = () => new Refusal(409, { message: 'Этот лицевой счёт у вас уже добавлен.' })

function unknownAccount(account: string) {
  const message = `Лицевой счёт ${account} не найден. Сверьте номер с квитанцией: он напечатан в правом верхнем углу.`
  return new Refusal(404, { message, errors: { account: [message] } })
}

/** Its question is not asked any more, and there is none in its place yet. */
function notProvable() {
  const message =
    'Этот счёт пока нельзя добавить на сайте: для него ещё нет кода доступа. Напишите или позвоните нам, мы поможем.'
  return new Refusal(422, { message, errors: { account: [message] } })
}

const questionOf = ({ proofLabel, proofHint }: RegisterEntry) => ({ label: proofLabel, hint: proofHint })

/** The first time it is a question, not a failure: no field is named. An empty answer is one. */
function proofRequired(entry: RegisterEntry, given: string | undefined) {
  return new Refusal(422, {
    code: problemCodes.proofRequired,
    message: 'Остался один вопрос: так мы убедимся, что счёт ваш.',
    proof: questionOf(entry),
    ...(given === undefined ? {} : { errors: { proof: ['Ответьте на вопрос.'] } }),
  })
}

function wrongProof(entry: RegisterEntry) {
  return new Refusal(422, {
    code: problemCodes.proofRequired,
    message: 'Ответ не подошёл, счёт не добавлен.',
    proof: questionOf(entry),
    errors: { proof: ['Не совпадает с тем, что у нас записано. Сверьте с последней квитанцией.'] },
  })
}
