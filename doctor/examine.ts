import { inTime } from 'monitoring/in-time'
import { type Check, type Finding, failed, reasonOf } from './check'

export type Result = { name: string } & Finding

const mayTakeMs = 15_000

/** Runs the checks at once, each within a time limit; the results are in the order of the checks. */
export const examine = (checks: readonly Check[], withinMs = mayTakeMs): Promise<Result[]> =>
  Promise.all(
    checks.map(async ({ name, run }) => {
      const late = failed(
        `no result within ${withinMs / 1_000} seconds`,
        'Look at what it depends on: it hangs, or a firewall drops its packets.',
      )
      const finding = await inTime(run().catch(unexpected), withinMs, late)
      return { name, ...finding }
    }),
  )

const unexpected = (error: unknown): Finding =>
  failed(`the check itself failed: ${reasonOf(error)}`, 'See whether the server’s own log says more.')

/** Whether the server can do its work; warnings are for the next working day. */
export const isWell = (results: readonly Result[]): boolean =>
  results.every(({ status }) => status !== 'failed')
