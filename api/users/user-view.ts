import type { Customer } from 'api/http/customer'
import type { UserRow } from './users.repository'

type Shown = Pick<UserRow, 'id' | 'name' | 'email' | 'phone' | 'emailVerifiedAt' | 'emailUndeliverableSince'>

export const asUser = (row: Shown): Customer => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  emailVerified: row.emailVerifiedAt !== null,
  ...(row.emailUndeliverableSince !== null && { emailUndeliverable: true }),
})
