import { randomInt } from 'node:crypto'
import type { Database, Queries } from 'api/db/database'
import { accessCodeDigits, isProvable, registeredProof } from './proof'

interface IssuedCode {
  account: string
  /** Eight digits. Not stored: the register has a hash of it. */
  code: string
}

/** The register does not have these accounts. */
export class UnknownAccounts extends Error {
  constructor(accounts: readonly string[]) {
    super(`the register does not have ${accounts.join(', ')}`)
  }
}

/**
 * Replaces the access codes of these accounts, or creates codes for all accounts without one. `onIssued` runs in the
 * same transaction: if it throws, no code changes. Throws UnknownAccounts before anything is changed.
 */
export const issueAccessCodes = (
  database: Database,
  selection: readonly string[] | 'missing',
  onIssued: (trx: Queries, codes: readonly IssuedCode[]) => Promise<void>,
) =>
  database.transaction(async (trx) => {
    const accounts =
      selection === 'missing' ? await findAccountsWithoutCode(trx) : await requireRegistered(trx, selection)
    const codes = accounts.map((account): IssuedCode => ({ account, code: newCode() }))
    for (const { account, code } of codes) {
      await trx
        .updateTable('register_accounts')
        .set(registeredProof(account, { kind: 'access_code', answer: code }))
        .where('account', '=', account)
        .execute()
    }
    await onIssued(trx, codes)
    return codes
  }, 'read committed')

const newCode = () => String(randomInt(10 ** accessCodeDigits)).padStart(accessCodeDigits, '0')

const findAccountsWithoutCode = async (trx: Queries) => {
  const rows = await trx
    .selectFrom('register_accounts')
    .select(['account', 'proof_kind'])
    .orderBy('account')
    .execute()
  return rows.filter(({ proof_kind }) => !isProvable(proof_kind)).map(({ account }) => account)
}

const requireRegistered = async (trx: Queries, accounts: readonly string[]) => {
  const rows = await trx
    .selectFrom('register_accounts')
    .select('account')
    .where('account', 'in', accounts)
    .execute()
  const registeredNumbers = new Set(rows.map(({ account }) => account))
  const unknown = accounts.filter((account) => !registeredNumbers.has(account))
  if (unknown.length > 0) throw new UnknownAccounts(unknown)
  return accounts
}
