import type { Queries } from 'api/db/database'
import { lineWords as words } from './import.words'
import { findRegisterAccounts } from './register.repository'

/** A spreadsheet removes leading zeros. Account numbers rarely have more. */
const mostZeros = 9

const withoutZeros = (account: string) => account.replace(/^0+/, '')

/** Finds stored accounts that differ from the given ones only in leading zeros. The keys are the given ones. */
export const findZeroVariants = async (
  db: Queries,
  accounts: readonly string[],
): Promise<Map<string, string>> => {
  const numbers = accounts.filter((account) => /^\d+$/.test(account))
  const variants = numbers.flatMap((account) =>
    Array.from({ length: mostZeros + 1 }, (_, zeros) => '0'.repeat(zeros) + withoutZeros(account)),
  )
  const stored = new Map<string, string>()
  for (const account of await findRegisterAccounts(db, variants)) stored.set(withoutZeros(account), account)
  return new Map(
    numbers.flatMap((account) => {
      const variant = stored.get(withoutZeros(account))
      return variant === undefined || variant === account ? [] : [[account, variant]]
    }),
  )
}

/** Returns a function that says why an account without a place in the register is refused. */
export const unknownAccountReasons = async (
  db: Queries,
  accounts: readonly string[],
  registerAccounts: ReadonlySet<string>,
): Promise<(account: string) => string> => {
  const variants = await findZeroVariants(
    db,
    accounts.filter((account) => !registerAccounts.has(account)),
  )
  return (account) => {
    const variant = variants.get(account)
    return variant === undefined ? words.unknownAccount(account) : words.zerosLost(account, variant)
  }
}
