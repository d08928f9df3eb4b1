import type { Queries } from 'api/db/database'
import { lineWords as words } from './import.words'
import { findKnown } from './register.repository'

/** A spreadsheet takes the zeros at the beginning away. More of them are seldom there. */
const mostZeros = 9

const withoutZeros = (account: string) => account.replace(/^0+/, '')

/** The stored accounts that differ from these only in zeros at the beginning, by these. */
export const findZeroVariants = async (
  db: Queries,
  accounts: readonly string[],
): Promise<Map<string, string>> => {
  const numbers = accounts.filter((account) => /^\d+$/.test(account))
  const variants = numbers.flatMap((account) =>
    Array.from({ length: mostZeros + 1 }, (_, zeros) => '0'.repeat(zeros) + withoutZeros(account)),
  )
  const stored = new Map<string, string>()
  for (const account of await findKnown(db, variants)) stored.set(withoutZeros(account), account)
  return new Map(
    numbers.flatMap((account) => {
      const variant = stored.get(withoutZeros(account))
      return variant === undefined || variant === account ? [] : [[account, variant]]
    }),
  )
}

/** Why lines of accounts that the register does not have are refused. */
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
