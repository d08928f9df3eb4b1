import type { LimitedUse, Limiter } from './limiter'

/** For `catch`, where what was counted could not be carried out: it does not count then. Throws the error again. */
export const givingBack =
  (limiter: Pick<Limiter, 'giveBack'>, uses: readonly LimitedUse[]) =>
  async (error: unknown): Promise<never> => {
    await limiter.giveBack(uses)
    throw error
  }
