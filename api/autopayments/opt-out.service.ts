import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import { AutopaymentError } from './autopayments.errors'
import { lockAutopayment } from './autopayments.repository'
import type { AutopaymentsDeps } from './autopayments.service'
import { canBeSkipped, skipRun } from './end-runs'
import { runOfOptOut } from './opt-out-link'
import { findRun } from './runs.repository'

/** Opting out of a coming charge by the link in its letter, without signing in. */
export const optOutService = ({ database, limiter }: Pick<AutopaymentsDeps, 'database' | 'limiter'>) => ({
  /** Throws AutopaymentError (`unknown_opt_out_link`, `opt_out_too_late`). */
  async optOut({ id, code, visitor, now }: { id: string; code: string; visitor: Visitor; now: Date }) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    const link = await runOfOptOut(database.db, { id, code })
    if (!link) throw new AutopaymentError('unknown_opt_out_link')
    await database.transaction(async (trx) => {
      await lockAutopayment(trx, link.autopaymentId)
      const run = await findRun(trx, link.runId)
      if (!run || !(await canBeSkipped(trx, run))) throw new AutopaymentError('opt_out_too_late')
      await skipRun(trx, run, { reason: 'opted_out', at: now.toISOString() })
    }, 'read committed')
    await limiter.giveBack(uses)
  },
})
