import type { Customer } from 'api/http/customer'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { type UserRow, updateProfile } from './users.repository'

export const profileService = ({ database }: Pick<UsersDeps, 'database'>) => ({
  async change(customer: Customer, profile: { name: string; phone: string | null }): Promise<UserRow> {
    const user = await updateProfile(database.db, customer.id, profile)
    if (!user) throw new UserError({ code: 'no_customer' })
    return user
  },
})
