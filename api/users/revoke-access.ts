import type { Database, Queries } from 'api/db/database'
import type { TokenPurpose } from 'api/db/migrations/0001-initial/customers'
import type { Tables } from 'api/db/tables'
import { MINUTE } from 'format/durations'
import { voidTokens, voidTokensOfAll } from './mailed-tokens.repository'
import {
  deleteAllCalendarLinks,
  deleteCalendarLink,
  deleteEmailChangeRequests,
  deleteEmailChangeRequestsOfAll,
} from './revoke-access.repository'
import { deleteAllLogins, deleteLoginsOf } from './second-step/awaited-code.repository'
import {
  forgetAllRememberedDevices,
  forgetRememberedDevices,
} from './second-step/remembered-devices.repository'
import {
  deleteRecoveryCodes,
  deleteSecondStep,
  dropAllSetups,
  dropSetup,
} from './second-step/second-step.repository'
import { deleteSessionsBegunBy, deleteSessionsOf, type SessionSelection } from './sessions.repository'
import { lockUser } from './users.repository'

/** Events that end credentials of a customer. */
type AccessEvent =
  | 'password-changed'
  | 'password-set-by-link'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'login-reported'
  | 'email-changed'
  | 'email-change-undone'
  | 'second-step-on'
  | 'second-step-off'
  | 'deletion-requested'
  | 'deletion-undone'
  | 'ended-by-operator'

/** Events that suggest a stranger: everything that a stranger may have started ends. */
const suspiciousEvents = [
  'password-changed',
  'password-set-by-link',
  'session-ended',
  'other-sessions-ended',
  'login-reported',
  'email-change-undone',
  'deletion-requested',
  'deletion-undone',
  'ended-by-operator',
] as const satisfies readonly AccessEvent[]

/** One kind for each purpose of a mailed link, as they end by different events. */
type CredentialKind =
  | 'session'
  | 'login waiting for a code'
  | 'second-step setup'
  | 'second step'
  | 'recovery code'
  | 'remembered device'
  | 'calendar address'
  | 'link that turns letters off'
  | 'link that skips a charge'
  | `${TokenPurpose} link`

interface Scope {
  userId: string
  now: Date
  /** All unless given. */
  sessions?: SessionSelection
  /** For `email-change-undone`: links that undo a change and were mailed before stay. */
  linksSince?: string
}

type Credential = { table: keyof Tables } & (
  | { endedBy: readonly [] }
  | {
      /** All other events leave the credential. */
      endedBy: readonly [AccessEvent, ...AccessEvent[]]
      end: (trx: Queries, scope: Scope) => Promise<void>
      /** Ends it for all customers, outside of a transaction. Needed where `ended-by-operator` ends it. */
      endForAll?: (db: Queries, now: Date) => Promise<unknown>
    }
)

const mailedLink = (
  purpose: TokenPurpose,
  endedBy: readonly [AccessEvent, ...AccessEvent[]],
): Credential => ({
  table: 'mailed_tokens',
  endedBy,
  end: (trx, { userId, now }) => voidTokens(trx, { userId, purpose, now: now.toISOString() }),
  endForAll: (db, now) => voidTokensOfAll(db, purpose, now.toISOString()),
})

/**
 * All credentials of a customer, and the events that end them. The only such list: a secret that is missing here
 * outlives a new password. The erasure deletes all rows in any case. The order matters: a waiting login could become a
 * session, a session could show the secret of a setup or let a device be remembered.
 */
export const credentials: Record<CredentialKind, Credential> = {
  'login waiting for a code': {
    table: 'second_step_logins',
    endedBy: [...suspiciousEvents, 'second-step-on', 'second-step-off'],
    end: (trx, { userId }) => deleteLoginsOf(trx, userId),
    endForAll: deleteAllLogins,
  },
  // `session-ended` ends one session, `other-sessions-ended` all but the session that makes the call.
  session: {
    table: 'sessions',
    endedBy: suspiciousEvents,
    end: (trx, { userId, sessions }) => deleteSessionsOf(trx, userId, sessions),
    // The clock of another replica may be ahead.
    endForAll: (db, now) => deleteSessionsBegunBy(db, new Date(now.getTime() + MINUTE).toISOString()),
  },
  'second-step setup': {
    table: 'second_steps',
    endedBy: suspiciousEvents,
    end: (trx, { userId }) => dropSetup(trx, userId),
    endForAll: dropAllSetups,
  },
  // Neither a mailbox nor a password is enough to turn it off, so their events do not end it.
  'second step': {
    table: 'second_steps',
    endedBy: ['second-step-off'],
    end: (trx, { userId }) => deleteSecondStep(trx, userId),
  },
  'recovery code': {
    table: 'recovery_codes',
    endedBy: ['second-step-off'],
    end: (trx, { userId }) => deleteRecoveryCodes(trx, userId),
  },
  'change-email link': {
    table: 'mailed_tokens',
    endedBy: [...suspiciousEvents, 'email-changed', 'second-step-on'],
    async end(trx, { userId, now }) {
      // Requests first: the worker would make new links of requests without letters.
      await deleteEmailChangeRequests(trx, userId)
      await voidTokens(trx, { userId, purpose: 'change-email', now: now.toISOString() })
    },
    async endForAll(db, now) {
      await deleteEmailChangeRequestsOfAll(db)
      await voidTokensOfAll(db, 'change-email', now.toISOString())
    },
  },
  'reset link': mailedLink('reset', [...suspiciousEvents, 'email-changed', 'second-step-on']),
  'calendar address': {
    table: 'calendar_links',
    endedBy: [...suspiciousEvents, 'second-step-on'],
    end: (trx, { userId }) => deleteCalendarLink(trx, userId),
    endForAll: deleteAllCalendarLinks,
  },
  // It lets the owner undo a change. Only links to a later address end.
  'undo-email link': {
    table: 'mailed_tokens',
    endedBy: ['email-change-undone'],
    end: (trx, { userId, linksSince: since = '', now }) =>
      voidTokens(trx, { userId, purpose: 'undo-email', since, now: now.toISOString() }),
  },
  // It only ends sessions and sends a letter to the owner.
  'not-me link': { table: 'mailed_tokens', endedBy: [] },
  'undo-deletion link': mailedLink('undo-deletion', ['deletion-undone']),
  // Before it is used, nobody can sign in to the account.
  'verify link': { table: 'mailed_tokens', endedBy: [] },
  // Mail programs offer these links for a year. They give no access.
  'link that turns letters off': { table: 'reminder_links', endedBy: [] },
  // It leaves a debt unpaid for a month, and its page says so.
  'link that skips a charge': { table: 'opt_out_links', endedBy: [] },
  'remembered device': {
    table: 'known_devices',
    endedBy: [...suspiciousEvents, 'second-step-on', 'second-step-off'],
    end: (trx, { userId }) => forgetRememberedDevices(trx, userId),
    endForAll: forgetAllRememberedDevices,
  },
}

const credentialsEndedBy = (event: AccessEvent) =>
  Object.values(credentials).flatMap((credential) =>
    'end' in credential && credential.endedBy.includes(event) ? [credential] : [],
  )

/**
 * Ends all credentials of a customer that the event ends. Locks the customer first: a credential that another call is
 * creating is ended as well, or that call finds its session ended.
 */
export const revokeAccess = async (trx: Queries, event: AccessEvent, scope: Scope) => {
  await lockUser(trx, scope.userId)
  for (const { end } of credentialsEndedBy(event)) await end(trx, scope)
}

/**
 * Ends for all customers what `ended-by-operator` ends for one; returns how many sessions ended. Not in one
 * transaction: repeat a run that was stopped midway.
 */
export const revokeAccessOfAll = async ({ db }: Pick<Database, 'db'>, now: Date): Promise<number> => {
  let sessions = 0
  for (const { table, endForAll } of credentialsEndedBy('ended-by-operator')) {
    const count = await endForAll?.(db, now)
    if (table === 'sessions') sessions = Number(count)
  }
  return sessions
}
