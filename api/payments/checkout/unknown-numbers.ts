import { networkOf, type Visitor } from 'api/http/visitor'
import { LimitReached } from 'api/limits/limit-reached'
import type { LimitedUse, Limiter } from 'api/limits/limiter'

/**
 * Numbers that guests type and nobody has, by the address of the network. Past their limit it is answered alike for known
 * and unknown numbers: a guest sees neither address nor debt, and pays only a sum that stands on a bill of the account.
 */
export const unknownNumbers = (limiter: Limiter, { visitor, now }: { visitor: Visitor; now: Date }) => {
  const uses: LimitedUse[] = [{ limit: 'unknownAccountsPerAddress', by: [networkOf(visitor.address)] }]
  return {
    isLimitReached: () => limiter.isReached(uses, now),
    /** Counts one. Returns false past the limit. */
    count: () =>
      limiter.admit(uses, now).then(
        () => true,
        (error: unknown) => {
          if (error instanceof LimitReached) return false
          throw error
        },
      ),
  }
}
