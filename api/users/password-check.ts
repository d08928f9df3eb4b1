import type { Customer } from 'api/http/customer'
import type { LimitedUse } from 'api/limits/limiter'
import { passwordFits } from './password-hash'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { findUser } from './users.repository'

/** Has a signed-in customer prove the password. Throws UserError (`wrong_password`), and LimitReached after guesses. */
export const checkPassword = async (
  { database, limiter }: Pick<UsersDeps, 'database' | 'limiter'>,
  { customer, password, now }: { customer: Customer; password: string; now: Date },
) => {
  const uses: LimitedUse[] = [{ limit: 'oldPasswordPerCustomer', by: [customer.id] }]
  await limiter.admit(uses, now)
  const user = await findUser(database.db, customer.id)
  if (!(await passwordFits(password, user?.passwordHash))) throw new UserError({ code: 'wrong_password' })
  await limiter.giveBack(uses)
}
