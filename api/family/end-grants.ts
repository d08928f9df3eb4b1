import type { AccountHooks, OwnAccount } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { GrantStatus } from 'contract/family'
import { accessEndedLetter, type FamilySite } from './family.letters'
import {
  findGrant,
  findOpenGrants,
  findOwnedAccounts,
  findOwners,
  type GrantRow,
  isOpen,
  lockAccount,
  updateGrant,
} from './grants.repository'

/** Stops the autopayments of a customer for an account that they may not pay any more; see `AccountHooks`. */
export type StopPaying = AccountHooks['accountRemoved']

export interface EndGrantsContext {
  stopPaying: StopPaying
  site: FamilySite
  now: Date
}

type AfterCommit = () => Promise<void>

/**
 * Ends open grants and their autopayments. The caller has locked the account. Holders of active grants get a letter,
 * unless they have left themselves. Returns a function to call after the commit.
 */
export const endGrants = async (
  trx: Queries,
  { stopPaying, site, now }: EndGrantsContext,
  grants: readonly GrantRow[],
  status: Extract<GrantStatus, 'declined' | 'revoked' | 'left' | 'expired'>,
): Promise<AfterCommit> => {
  const afterCommit: AfterCommit[] = []
  for (const grant of grants) {
    const { id, account, userId, status: statusBefore, holderEmail, holderTitle, holderEraseAt } = grant
    await updateGrant(trx, id, { status, lapses_at: null, ended_at: now.toISOString(), is_default: 0 })
    if (statusBefore !== 'active' || userId === null) continue
    afterCommit.push(await stopPaying(trx, { userId, account }, now))
    if (status === 'left' || holderEmail === null || holderEraseAt !== null) continue
    const letter = accessEndedLetter(site, { account, ownTitle: holderTitle })
    await enqueueLetter(trx, { to: holderEmail, userId, letter, now })
  }
  return async () => {
    await Promise.all(afterCommit.map((work) => work()))
  }
}

/** Ends the lapsed grants of an account. The caller has locked it. */
export const endLapsed = async (
  trx: Queries,
  account: string,
  context: EndGrantsContext,
): Promise<AfterCommit> => {
  const openGrants = await findOpenGrants(trx, account)
  const at = context.now.toISOString()
  return endGrants(
    trx,
    context,
    openGrants.filter(({ lapsesAt }) => lapsesAt !== null && lapsesAt <= at),
    'expired',
  )
}

/**
 * Stops the autopayments of a customer who no longer owns an account. Without another owner, also ends all its grants.
 */
export const stopPayingAndEndGrants =
  (stopPaying: StopPaying, site: FamilySite): StopPaying =>
  async (trx: Queries, own: OwnAccount, now: Date) => {
    // If two owners leave at once, the second sees that the first has left.
    await lockAccount(trx, own.account)
    const stopAfterCommit = await stopPaying(trx, own, now)
    const others = (await findOwners(trx, own.account)).filter(({ id }) => id !== own.userId)
    if (others.length > 0) return stopAfterCommit
    const grants = await findOpenGrants(trx, own.account)
    const grantsAfterCommit = await endGrants(trx, { stopPaying, site, now }, grants, 'revoked')
    return async () => {
      await Promise.all([stopAfterCommit(), grantsAfterCommit()])
    }
  }

/**
 * Ends an open grant for an operator. Returns its account and a function to call after the commit; null if there is no
 * such grant, or it has ended.
 */
export const endGrantByHand = async (trx: Queries, context: EndGrantsContext, id: string) => {
  const unlockedGrant = await findGrant(trx, id)
  if (!unlockedGrant) return null
  await lockAccount(trx, unlockedGrant.account)
  const grant = await findGrant(trx, id)
  if (!grant || !isOpen(grant.status)) return null
  return { account: grant.account, afterCommit: await endGrants(trx, context, [grant], 'revoked') }
}

/**
 * Ends the grants of all accounts whose last owner is this customer, who is being erased. Returns a function to call
 * after the commit.
 */
export const endGrantsOfErased = async (
  trx: Queries,
  context: EndGrantsContext,
  userId: string,
): Promise<() => Promise<void>> => {
  const afterCommit: (() => Promise<void>)[] = []
  for (const account of await findOwnedAccounts(trx, userId)) {
    await lockAccount(trx, account)
    if ((await findOwners(trx, account)).some(({ id }) => id !== userId)) continue
    afterCommit.push(await endGrants(trx, context, await findOpenGrants(trx, account), 'revoked'))
  }
  return async () => {
    await Promise.all(afterCommit.map((work) => work()))
  }
}
