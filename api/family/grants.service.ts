import {
  findAccess,
  lockAccountsOf,
  maskAccount,
  maskAddress,
  maskPayer,
  requireRight,
  seesAnyAccount,
} from 'api/accounts'
import type { Queries } from 'api/db/database'
import { hashOfMailedCode } from 'api/hashed-secret'
import type { Customer } from 'api/http/customer'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { dayOf } from 'format/dates'
import { DAY } from 'format/durations'
import { emailKey, maskEmail } from 'format/email'
import { endGrants, endLapsed } from './end-grants'
import { FamilyError } from './family.errors'
import { accessConfirmedLetter, accessToConfirmLetter, accessWaitingLetter } from './family.letters'
import { grantView, hasLapsed, rightsOf } from './grant-view'
import {
  findAddress,
  findGrant,
  findGrantsOf,
  findOpenGrants,
  findOwners,
  type GrantRow,
  isOpen,
  lockAccount,
  updateGrant,
} from './grants.repository'
import type { FamilyDeps } from './invitations.service'
import { earlier, endOfDay, validForMs } from './invitations.service'

/** How long the list shows ended grants. */
const showEndedMs = 90 * DAY

interface MailedInvitation {
  id: string
  code: string
  visitor: Visitor
  now: Date
}

/** Accepts, declines, confirms, lists and ends invitations and grants. */
export const grantsService = ({ config, database, limiter, stopPaying, wakeJobs }: FamilyDeps) => {
  const { db } = database
  const endContext = (now: Date) => ({ stopPaying, site: config, now })

  /** Throws FamilyError (`invitation_over`, `wrong_code`). */
  const findInvitation = async (
    trx: Queries,
    { id, code, now }: Omit<MailedInvitation, 'visitor'>,
    statuses: readonly GrantRow['status'][],
  ): Promise<GrantRow> => {
    const grant = await findGrant(trx, id)
    if (!grant || !statuses.includes(grant.status) || hasLapsed(grant, now))
      throw new FamilyError('invitation_over')
    if (grant.codeHash !== hashOfMailedCode(code)) throw new FamilyError('wrong_code')
    return grant
  }

  /** Counts a tried code for the limit; a right one does not count. */
  const limitCodes = async <Result>(
    { visitor, now }: MailedInvitation,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    const result = await work()
    await limiter.giveBack(uses)
    return result
  }

  /** Locks the account of a grant and runs the work. */
  const withLockedAccount = async <Result>(
    id: string,
    work: (trx: Queries) => Promise<{ result: Result; afterCommit?: () => Promise<void> }>,
    missingCode: 'not_found' | 'invitation_over',
  ): Promise<Result> => {
    const grant = await findGrant(db, id)
    if (!grant) throw new FamilyError(missingCode)
    const workResult = await database.transaction(async (trx) => {
      await lockAccount(trx, grant.account)
      return work(trx)
    }, 'read committed')
    wakeJobs()
    await workResult.afterCommit?.()
    return workResult.result
  }

  const notifyOwners = async (trx: Queries, grant: GrantRow, who: string, isWaiting: boolean, now: Date) => {
    const { account } = grant
    for (const { id, email, ownTitle, eraseAt } of await findOwners(trx, account)) {
      if (eraseAt !== null) continue
      const letter = accessToConfirmLetter(config, { account, ownTitle, who, isWaiting })
      await enqueueLetter(trx, { to: email, userId: id, letter, now })
    }
  }

  /** Activates the grant. The account becomes the holder's default one if they have no other. */
  const activate = async (trx: Queries, grant: GrantRow, userId: string, now: Date) => {
    await lockAccountsOf(trx, userId)
    const isFirst = !(await seesAnyAccount(trx, { userId, at: now.toISOString() }))
    await updateGrant(trx, grant.id, {
      status: 'active',
      lapses_at: endOfDay(grant.until, config.timeZone),
      is_default: isFirst ? 1 : 0,
    })
  }

  return {
    /** Lists the people with access to an account. Throws FamilyError (`not_found`) for anybody but its owners. */
    async list({ userId, account, now }: { userId: string; account: string; now: Date }) {
      const access = await findAccess(db, { userId, account, now })
      if (!access?.isOwner) throw new FamilyError('not_found')
      const owners = await findOwners(db, account)
      const endedSince = new Date(now.getTime() - showEndedMs).toISOString()
      const grants = await findGrantsOf(db, { account, endedSince })
      return {
        owners: owners.map(({ id, name, addedAt }) => ({
          name: maskPayer(name),
          since: dayOf(addedAt, config.timeZone),
          you: id === userId,
        })),
        grants: grants
          // The worker has not ended a lapsed grant yet: the end of its time counts.
          .filter((grant) => !hasLapsed(grant, now) || (grant.lapsesAt ?? '') > endedSince)
          .map((grant) => grantView(grant, now)),
      }
    },

    /** Shows an invitation without accepting it. Throws FamilyError (`invitation_over`, `wrong_code`). */
    preview: (mailed: MailedInvitation) =>
      limitCodes(mailed, async () => {
        const grant = await findInvitation(db, mailed, ['invited', 'waiting'])
        const address = await findAddress(db, grant.account)
        return {
          ...(grant.inviterName !== null && { from: maskPayer(grant.inviterName) }),
          account: maskAccount(grant.account),
          ...(address !== null && { address: maskAddress(address) }),
          rights: rightsOf(grant),
          ...(grant.until !== null && { until: grant.until }),
          status: grant.status === 'waiting' ? ('waiting' as const) : ('invited' as const),
        }
      }),

    /**
     * Accepts the invitation: `active` for the invited address, else `waiting` for an owner. Throws FamilyError
     * (`invitation_over`, `wrong_code`, `own_account`, `already_accepted`).
     */
    accept: ({ customer, ...mailed }: MailedInvitation & { customer: Customer }) =>
      limitCodes(mailed, () =>
        withLockedAccount(
          mailed.id,
          async (trx) => {
            const { now } = mailed
            const current = await findGrant(trx, mailed.id)
            if (current?.userId === customer.id && isOpen(current.status) && !hasLapsed(current, now))
              throw new FamilyError('already_accepted')
            const grant = await findInvitation(trx, mailed, ['invited'])
            const { account } = grant
            const afterCommit = await endLapsed(trx, account, endContext(now))
            const access = await findAccess(trx, { userId: customer.id, account, now })
            if (access?.isOwner) throw new FamilyError('own_account')
            const others = await findOpenGrants(trx, account)
            if (others.some(({ userId }) => userId === customer.id)) throw new FamilyError('already_accepted')
            const isInvited = customer.emailVerified && grant.emailKey === emailKey(customer.email)
            await updateGrant(trx, grant.id, {
              user_id: customer.id,
              accepted_at: now.toISOString(),
              status: 'waiting',
              lapses_at: earlier(
                new Date(now.getTime() + validForMs).toISOString(),
                endOfDay(grant.until, config.timeZone),
              ),
            })
            if (isInvited) await activate(trx, grant, customer.id, now)
            const who = `${maskPayer(customer.name)}, ${maskEmail(customer.email)}`
            await notifyOwners(trx, grant, who, !isInvited, now)
            if (!isInvited) {
              const letter = accessWaitingLetter(config, { account })
              await enqueueLetter(trx, {
                to: customer.email,
                userId: customer.id,
                letter,
                now,
              })
            }
            return {
              result: { account, status: isInvited ? ('active' as const) : ('waiting' as const) },
              afterCommit,
            }
          },
          'invitation_over',
        ),
      ),

    /** Throws FamilyError (`invitation_over`, `wrong_code`). */
    decline: (mailed: MailedInvitation) =>
      limitCodes(mailed, () =>
        withLockedAccount(
          mailed.id,
          async (trx) => {
            const grant = await findInvitation(trx, mailed, ['invited', 'waiting'])
            return {
              result: undefined,
              afterCommit: await endGrants(trx, endContext(mailed.now), [grant], 'declined'),
            }
          },
          'invitation_over',
        ),
      ),

    /** Throws FamilyError (`not_found`, `not_waiting`) and AccessRefused. */
    confirm: ({ userId, id, now }: { userId: string; id: string; now: Date }) =>
      withLockedAccount(
        id,
        async (trx) => {
          const grant = await findGrant(trx, id)
          if (!grant) throw new FamilyError('not_found')
          const { account, until, holderEmail, holderEraseAt } = grant
          await requireRight(trx, { userId, account, now }, 'own')
          if (grant.status !== 'waiting' || grant.userId === null || hasLapsed(grant, now))
            throw new FamilyError('not_waiting')
          await activate(trx, grant, grant.userId, now)
          if (holderEmail !== null && holderEraseAt === null) {
            const letter = accessConfirmedLetter(config, { account, rights: rightsOf(grant), until })
            await enqueueLetter(trx, {
              to: holderEmail,
              userId: grant.userId,
              letter,
              now,
            })
          }
          return { result: undefined }
        },
        'not_found',
      ),

    /** Ends a grant, for an owner or its holder. Does nothing if it has ended. Throws like `confirm`. */
    end: ({ userId, id, now }: { userId: string; id: string; now: Date }) =>
      withLockedAccount(
        id,
        async (trx) => {
          const grant = await findGrant(trx, id)
          if (!grant) throw new FamilyError('not_found')
          const isHolder = grant.userId === userId
          if (!isHolder) await requireRight(trx, { userId, account: grant.account, now }, 'own')
          if (!isOpen(grant.status)) return { result: undefined }
          const status = hasLapsed(grant, now) ? 'expired' : isHolder ? 'left' : 'revoked'
          return { result: undefined, afterCommit: await endGrants(trx, endContext(now), [grant], status) }
        },
        'not_found',
      ),
  }
}
