import { deleteRunsBefore } from 'api/company-data'
import { deleteGrantsEndedBefore } from 'api/family'
import { deleteToldBefore } from 'api/invoice-letters'
import { deleteProofsBefore } from 'api/my-data'
import {
  deleteLoginsExpiredBefore,
  deleteRegistrationAttemptsBefore,
  deleteSetupsExpiredBefore,
  deleteStaleSessions,
  deleteTokensExpiredBefore,
  deleteUnverifiedSince,
  staleBefore,
} from 'api/users'
import { DAY, HOUR } from 'format/durations'
import type { Queries } from './db/database'
import { deleteKeysBefore } from './idempotency/idempotency-keys.repository'
import { forgetEndedWindows } from './limits/limits.repository'
import { deleteOffLinksBefore } from './mail/off-links.repository'
import type { Step } from './worker/worker'

/** How long a repeated form gets the first answer. */
const rememberPressesMs = DAY
/** How long an expired link is answered as expired rather than unknown. */
const rememberTokensMs = 30 * DAY
/** How long a registration waits for the confirmation of its address. */
const rememberUnconfirmedMs = 30 * DAY
/** How long a repeated request to import gets the first answer. */
const rememberImportsMs = 90 * DAY
/** How long the link in a letter turns such letters off. */
const rememberOffLinksMs = 365 * DAY
/** As long as anybody can expect to confirm a registration. */
const rememberRegistrationsMs = 30 * DAY
/** Far longer than an invoice is written about, the last time three days before its due day. */
const rememberToldMs = 92 * DAY

/** As long as the page of an account's access shows what has ended. */
const rememberGrantsMs = 90 * DAY

/**
 * The step that hourly deletes ended sessions, closed limit windows, old idempotency keys, reports of imports and proofs of
 * charges, long expired mailed links, and registrations, second steps and logins that nobody has finished.
 */
export const forgetExpiredStep = ({ db, clock }: { db: Queries; clock: () => Date }): Step => {
  let nextAt = clock().getTime() + HOUR
  return {
    name: 'forget expired',
    async run() {
      const now = clock()
      if (now.getTime() < nextAt) return
      nextAt = now.getTime() + HOUR
      await forgetEndedWindows(db, now.toISOString())
      await deleteStaleSessions(db, staleBefore(now))
      await deleteLoginsExpiredBefore(db, now.toISOString())
      await deleteSetupsExpiredBefore(db, now.toISOString())
      await deleteKeysBefore(db, new Date(now.getTime() - rememberPressesMs).toISOString())
      await deleteRunsBefore(db, new Date(now.getTime() - rememberImportsMs).toISOString())
      await deleteOffLinksBefore(db, new Date(now.getTime() - rememberOffLinksMs).toISOString())
      await deleteGrantsEndedBefore(db, new Date(now.getTime() - rememberGrantsMs).toISOString())
      await deleteProofsBefore(db, now.toISOString())
      await deleteToldBefore(db, new Date(now.getTime() - rememberToldMs).toISOString())
      const unconfirmedSince = new Date(now.getTime() - rememberUnconfirmedMs).toISOString()
      await deleteUnverifiedSince(db, unconfirmedSince, now.toISOString())
      await deleteRegistrationAttemptsBefore(
        db,
        new Date(now.getTime() - rememberRegistrationsMs).toISOString(),
      )
      await deleteTokensExpiredBefore(db, new Date(now.getTime() - rememberTokensMs).toISOString())
    },
  }
}
