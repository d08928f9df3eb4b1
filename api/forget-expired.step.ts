import { deleteStaleSessions, deleteTokensExpiredBefore, staleBefore } from 'api/users'
import type { Queries } from './db/database'
import { deleteKeysBefore } from './idempotency/idempotency-keys.repository'
import { forgetEndedWindows } from './limits/limits.repository'
import type { Step } from './worker/worker'

const hour = 60 * 60 * 1000
/** For so long a form that is sent again has the answer of the first time. */
const rememberPressesMs = 24 * hour
/** For so long an old link is told to be old, and not to be unknown. */
const rememberTokensMs = 30 * 24 * hour

/** The step that deletes, once an hour, what has lost its meaning: ended sessions and limits, idempotency keys of yesterday, mailed tokens long expired. */
export const forgetExpiredStep = ({ db, clock }: { db: Queries; clock: () => Date }): Step => {
  let nextAt = clock().getTime() + hour
  return {
    name: 'forget expired',
    async run() {
      const now = clock()
      if (now.getTime() < nextAt) return
      nextAt = now.getTime() + hour
      await forgetEndedWindows(db, now.toISOString())
      await deleteStaleSessions(db, staleBefore(now))
      await deleteKeysBefore(db, new Date(now.getTime() - rememberPressesMs).toISOString())
      await deleteTokensExpiredBefore(db, new Date(now.getTime() - rememberTokensMs).toISOString())
    },
  }
}
