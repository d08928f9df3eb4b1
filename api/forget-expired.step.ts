import { deleteRunsBefore } from 'api/company-data'
import { deleteSetupsExpiredBefore, deleteStaleSessions, deleteUnverifiedSince, staleBefore } from 'api/users'
import { DAY, HOUR } from 'format/durations'
import type { Queries } from './db/database'
import { deleteInBatches } from './db/delete-in-batches'
import { lifecycles } from './db/tables'
import type { Step } from './worker/worker'

/** How long a registration waits for the confirmation of its address. */
const rememberUnconfirmedMs = 30 * DAY
/** How long a repeated request to import gets the first answer. */
const rememberImportsMs = 90 * DAY

/**
 * The step that hourly deletes old rows: rows with a time limit in their table's lifecycle, ended sessions, reports of
 * imports, and unfinished registrations and second steps.
 */
export const forgetExpiredStep = ({ db, clock }: { db: Queries; clock: () => Date }): Step => {
  let nextAt = clock().getTime() + HOUR
  return {
    name: 'forget expired',
    async run() {
      const now = clock()
      if (now.getTime() < nextAt) return
      nextAt = now.getTime() + HOUR
      const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
      await deleteStaleSessions(db, staleBefore(now))
      await deleteSetupsExpiredBefore(db, now.toISOString())
      await deleteRunsBefore(db, before(rememberImportsMs))
      await deleteUnverifiedSince(db, before(rememberUnconfirmedMs), now.toISOString())
      for (const [table, { retention }] of lifecycles)
        if (typeof retention === 'object')
          await deleteInBatches(db, { ...retention, table, until: before(retention.deletedAfterMs) })
    },
  }
}
