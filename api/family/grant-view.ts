import { maskPayer } from 'api/accounts'
import type { grant } from 'contract/family'
import { maskEmail } from 'format/email'
import type { z } from 'zod'
import { type GrantRow, isOpen } from './grants.repository'

/** A grant as owners see it. It counts as expired from its last moment on, even before the worker has ended it. */
export const grantView = (row: GrantRow, now: Date): z.input<typeof grant> => {
  const { id, account, label, until, createdAt, lapsesAt, holderName } = row
  const status = hasLapsed(row, now) ? 'expired' : row.status
  const email = row.holderEmail ?? row.email
  return {
    id,
    account,
    rights: rightsOf(row),
    status,
    createdAt,
    ...(holderName !== null && { name: maskPayer(holderName) }),
    ...(email !== null && { email: maskEmail(email) }),
    ...(label !== null && { label }),
    ...(until !== null && { until }),
    ...((status === 'invited' || status === 'waiting') && lapsesAt !== null && { expiresAt: lapsesAt }),
  }
}

export const hasLapsed = ({ status, lapsesAt }: Pick<GrantRow, 'status' | 'lapsesAt'>, now: Date): boolean =>
  isOpen(status) && lapsesAt !== null && lapsesAt <= now.toISOString()

export const rightsOf = ({ readings, pay }: Pick<GrantRow, 'readings' | 'pay'>) => ({
  view: true as const,
  readings: readings === 1,
  pay: pay === 1,
})
