import { signedOut } from 'api/http/refusal'
import type { ModuleDeps } from 'api/module-deps'
import type { Customer } from 'api/sessions/customer'
import { type UserRow, updateProfile } from './users.repository'

/** Name and phone. */
export const profileService = ({ database }: Pick<ModuleDeps, 'database'>) => ({
  async change(customer: Customer, profile: { name: string; phone: string | null }): Promise<UserRow> {
    const user = await updateProfile(database.db, customer.id, profile)
    if (!user) throw signedOut()
    return user
  },
})
