import type { Customer } from 'api/http/customer'
import type { LimitedUse } from 'api/limits/limiter'
import { releaseOnError } from 'api/limits/limiter'
import { passwordFits } from './password-hash'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { findUser } from './users.repository'

/**
 * Asks a signed-in customer for the password again, before something that can't be taken back. Wrong ones count together
 * with those of the change of password. Throws UserError (`wrong_password`, `overloaded`) and LimitReached.
 */
export const checkPassword = async (
  { database, limiter }: Pick<UsersDeps, 'database' | 'limiter'>,
  { customer, password, now }: { customer: Pick<Customer, 'id'>; password: string; now: Date },
) => {
  const uses: LimitedUse[] = [{ limit: 'oldPasswordPerCustomer', by: [customer.id] }]
  await limiter.admit(uses, now)
  const user = await findUser(database.db, customer.id)
  const fits = await passwordFits(password, user?.passwordHash).catch(releaseOnError(limiter, uses))
  if (!fits) throw new UserError({ code: 'wrong_password' })
  await limiter.giveBack(uses)
}
