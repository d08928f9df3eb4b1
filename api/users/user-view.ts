import type { User } from 'contract/users'
import type { UserRow } from './users.repository'

export const asUser = ({ id, name, email, phone, emailVerifiedAt }: UserRow): User => ({
  id,
  name,
  email,
  phone,
  emailVerified: emailVerifiedAt !== null,
})
