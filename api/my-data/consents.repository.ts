import type { Queries } from 'api/db/database'
import type { Consent } from 'contract/my-data'

/**
 * The consents of a customer, the newest first. The consent to the processing of data is given with the registration
 * and ends with the erasure. The consent to an autopayment is withdrawn when the autopayment is removed.
 */
export const findConsents = async (db: Queries, userId: string): Promise<Consent[]> => {
  const registrationConsents = await db
    .selectFrom('users')
    .select([
      'consent_version as version',
      'consent_at as givenAt',
      'consent_address as address',
      'deletion_asked_at as withdrawnAt',
    ])
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .execute()
  const autopaymentConsents = await db
    .selectFrom('autopayments')
    .select([
      'consent_version as version',
      'consent_at as givenAt',
      'consent_address as address',
      'deleted_at as withdrawnAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('consent_at', 'desc')
    .orderBy('id')
    .execute()
  const consents = [
    ...autopaymentConsents.map((consent) => ({ kind: 'autopayment' as const, ...consent })),
    ...registrationConsents.map((consent) => ({ kind: 'personal_data' as const, ...consent })),
  ]
  return consents.flatMap(({ givenAt, version, ...consent }) =>
    // Customers created by an operator, or before consents were recorded, have none.
    givenAt === null ? [] : [{ ...consent, givenAt, version: version ?? '' }],
  )
}
