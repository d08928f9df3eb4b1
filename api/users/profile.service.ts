import type { Customer } from 'api/http/customer'
import { signedOut } from 'api/http/refusal'
import type { UsersDeps } from './users.deps'
import { type UserRow, updateProfile } from './users.repository'

/** Name and phone. */
export const profileService = ({ database }: Pick<UsersDeps, 'database'>) => ({
  async change(customer: Customer, profile: { name: string; phone: string | null }): Promise<UserRow> {
    const user = await updateProfile(database.db, customer.id, profile)
    if (!user) throw signedOut()
    return user
  },
})
