import { createHash } from 'node:crypto'
import type { Database } from 'api/db/database'
import { MINUTE } from 'format/durations'
import { LimitReached } from './limit-reached'
import { countUses, forgetWindows, giveBackUses, type LimitWindow, openWindows } from './limits.repository'
import type { LimitName, LimitRules } from './rules'

/** A use to be limited: the name of the limit, and the values by which it is counted. */
export interface LimitedUse {
  limit: LimitName
  by: readonly string[]
}

interface LimitCount {
  limit: LimitName
  count: number
  windowEndsAt: string
}

/** Rate limits, shared by all replicas through the database. */
export interface Limiter {
  /**
   * Counts one use of each limit, or throws LimitReached and counts none. Concurrent uses do not exceed the rule's
   * `max` in one window.
   */
  admit(uses: readonly LimitedUse[], now: Date): Promise<void>
  /** Counts one use of each limit, also above the limit. */
  count(uses: readonly LimitedUse[], now: Date): Promise<void>
  /** Whether one more use would exceed any of the limits. */
  isReached(uses: readonly LimitedUse[], now: Date): Promise<boolean>
  /** The counts in the windows that have not ended. */
  countsOf(uses: readonly LimitedUse[], now: Date): Promise<LimitCount[]>
  /** Uncounts uses that turned out to be rightful. Not to be called inside a transaction. */
  giveBack(uses: readonly LimitedUse[]): Promise<void>
  /** Resets the counts. Not to be called inside a transaction. */
  forget(uses: readonly LimitedUse[]): Promise<void>
}

export const createLimiter = (database: Database, rules: LimitRules): Limiter => {
  const usesWithRules = (uses: readonly LimitedUse[]) =>
    uses.map((use) => ({ key: keyOf(use), rule: rules[use.limit] }))

  // Transactions are retried after a deadlock.
  const giveBack = (keys: string[]) =>
    database.transaction((trx) => giveBackUses(trx, keys), 'read committed')

  const maxOf = (uses: readonly LimitedUse[]) => {
    const max = new Map(usesWithRules(uses).map(({ key, rule }) => [key, rule.max]))
    return (key: string) => max.get(key) ?? 0
  }

  const fullWindows = async (uses: readonly LimitedUse[], now: Date) => {
    const max = maxOf(uses)
    const windows = await openWindows(database.db, uses.map(keyOf), now.toISOString())
    return windows.filter(({ key, count }) => count >= max(key))
  }

  /** Counts the uses and returns their windows. */
  const countInWindows = (uses: readonly LimitedUse[], now: Date) => {
    const windows = usesWithRules(uses).map(({ key, rule }) => ({
      key,
      windowEndsAt: new Date(now.getTime() + rule.minutes * MINUTE).toISOString(),
    }))
    return database.transaction((trx) => countUses(trx, windows, now.toISOString()), 'read committed')
  }

  return {
    async admit(uses, now) {
      const reachedWindows = await fullWindows(uses, now)
      if (reachedWindows.length > 0) throw limitReached(uses, reachedWindows, now)
      const max = maxOf(uses)
      const exceededWindows = (await countInWindows(uses, now)).filter(({ key, count }) => count > max(key))
      if (exceededWindows.length === 0) return
      // A rejected use must not use up limits that others share.
      await giveBack(uses.map(keyOf))
      throw limitReached(uses, exceededWindows, now)
    },
    async count(uses, now) {
      await countInWindows(uses, now)
    },
    isReached: async (uses, now) => (await fullWindows(uses, now)).length > 0,
    async countsOf(uses, now) {
      if (uses.length === 0) return []
      const windows = await openWindows(database.db, uses.map(keyOf), now.toISOString())
      return uses.flatMap((use) => {
        const window = windows.find(({ key }) => key === keyOf(use))
        return window ? [{ limit: use.limit, count: window.count, windowEndsAt: window.windowEndsAt }] : []
      })
    },
    giveBack: (uses) => giveBack(uses.map(keyOf)),
    forget: (uses) => database.transaction((trx) => forgetWindows(trx, uses.map(keyOf)), 'read committed'),
  }
}

/** Hashed, so that the table contains no addresses. */
const keyOf = ({ limit, by }: LimitedUse) =>
  createHash('sha256')
    .update(JSON.stringify([limit, ...by]))
    .digest('base64url')

const limitReached = (uses: readonly LimitedUse[], reachedWindows: readonly LimitWindow[], now: Date) => {
  const keys = new Set(reachedWindows.map(({ key }) => key))
  const waits = reachedWindows.map(({ windowEndsAt }) => new Date(windowEndsAt).getTime() - now.getTime())
  return new LimitReached(
    uses.filter((use) => keys.has(keyOf(use))).map(({ limit }) => limit),
    Math.max(1, Math.ceil(Math.max(...waits) / 1000)),
  )
}

/** A handler for `catch`: uncounts uses whose work has failed, and throws the error again. */
export const releaseOnError =
  (limiter: Pick<Limiter, 'giveBack'>, uses: readonly LimitedUse[]) =>
  async (error: unknown): Promise<never> => {
    await limiter.giveBack(uses)
    throw error
  }
