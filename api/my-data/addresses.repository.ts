import type { Queries } from 'api/db/database'

/**
 * The customer's e-mail addresses, the present and the former ones, in lower case. Leaves out
 * an address that another customer has verified since.
 */
export const findAddressesOf = async (
  db: Queries,
  { id, email }: { id: string; email: string },
): Promise<string[]> => {
  const changes = await db
    .selectFrom('customer_changes')
    .select(['before', 'after'])
    .where('user_id', '=', id)
    .where('kind', '=', 'email')
    .execute()
  const all = [email, ...changes.flatMap(({ before, after }) => [before, after])]
  const own = new Set(all.flatMap((address) => (address ? [address.toLowerCase()] : [])))
  const othersAddresses = await db
    .selectFrom('users')
    .select('email_normalized as address')
    .where('email_normalized', 'in', [...own])
    .where('id', '!=', id)
    .where('email_verified_at', 'is not', null)
    .execute()
  for (const { address } of othersAddresses) own.delete(address)
  return [...own]
}
