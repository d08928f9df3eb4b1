import { createHash } from 'node:crypto'
import type { Database } from 'api/db/database'
import { Refusal } from 'api/http/refusal'
import { countUses, forgetWindows, giveBackUses, openWindows } from './limits.repository'
import type { LimitName, LimitRules } from './rules'

/** Something limited and by what: the rule's name, and who or what is counted. */
export interface LimitedUse {
  limit: LimitName
  by: readonly string[]
}

/** Limits that every replica shares, kept in the database. */
export interface Limiter {
  /**
   * Counts one use of each, or refuses with 429 and counts none of them. Holds under parallel uses: no more
   * than the rule's `max` ever pass in one window. `words` take the place of the usual ones;
   * neither say how long to wait, since that is what `Retry-After` is for.
   */
  admit(uses: readonly LimitedUse[], now: Date, words?: string): Promise<void>
  /** Counts one use of each, also past its limit, and refuses nobody. */
  count(uses: readonly LimitedUse[], now: Date): Promise<void>
  /** Whether one more use would be past the limit of any of them. */
  isReached(uses: readonly LimitedUse[], now: Date): Promise<boolean>
  /** Takes back what was counted: the use turned out to be a rightful one. Not to be called inside a transaction. */
  giveBack(uses: readonly LimitedUse[]): Promise<void>
  /** Begins anew. Not to be called inside a transaction. */
  forget(uses: readonly LimitedUse[]): Promise<void>
}

export const createLimiter = (database: Database, rules: LimitRules): Limiter => {
  const limited = (uses: readonly LimitedUse[]) =>
    uses.map((use) => ({ key: keyOf(use), rule: rules[use.limit] }))

  // In transactions, because those are run again when two of them have locked each other's rows.
  const giveBack = (keys: string[]) =>
    database.transaction((trx) => giveBackUses(trx, keys), 'read committed')

  const maxOf = (uses: readonly LimitedUse[]) => {
    const max = new Map(limited(uses).map(({ key, rule }) => [key, rule.max]))
    return (key: string) => max.get(key) ?? 0
  }

  const fullWindows = async (uses: readonly LimitedUse[], now: Date) => {
    const max = maxOf(uses)
    const open = await openWindows(database.db, uses.map(keyOf), now.toISOString())
    return open.filter(({ key, count }) => count >= max(key))
  }

  /** The windows with these uses counted. */
  const counted = (uses: readonly LimitedUse[], now: Date) => {
    const windows = limited(uses).map(({ key, rule }) => ({
      key,
      windowEndsAt: new Date(now.getTime() + rule.minutes * 60_000).toISOString(),
    }))
    return database.transaction((trx) => countUses(trx, windows, now.toISOString()), 'read committed')
  }

  return {
    async admit(uses, now, words = usualWords) {
      const full = await fullWindows(uses, now)
      if (full.length > 0) throw refusal(full, now, words)
      const max = maxOf(uses)
      const over = (await counted(uses, now)).filter(({ key, count }) => count > max(key))
      if (over.length === 0) return
      // A refused use must not eat up the limits that others share.
      await giveBack(uses.map(keyOf))
      throw refusal(over, now, words)
    },
    async count(uses, now) {
      await counted(uses, now)
    },
    isReached: async (uses, now) => (await fullWindows(uses, now)).length > 0,
    giveBack: (uses) => giveBack(uses.map(keyOf)),
    forget: (uses) => database.transaction((trx) => forgetWindows(trx, uses.map(keyOf)), 'read committed'),
  }
}

/** Hashed, so that nobody's address or e-mail stands in the table. */
const keyOf = ({ limit, by }: LimitedUse) =>
  createHash('sha256')
    .update(JSON.stringify([limit, ...by]))
    .digest('base64url')

const usualWords = 'Слишком много попыток.'

const refusal = (full: { windowEndsAt: string }[], now: Date, message: string) => {
  const waits = full.map(({ windowEndsAt }) => new Date(windowEndsAt).getTime() - now.getTime())
  return new Refusal(429, { message }, Math.max(1, Math.ceil(Math.max(...waits) / 1000)))
}
