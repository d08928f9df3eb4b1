import { Refusal } from 'api/http/refusal'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import type { AutopaymentsDeps } from './autopayments.deps'
import { lockAutopayment } from './autopayments.repository'
import { skipRun } from './end-runs'
import { runOfRefusal } from './opt-out-link'
import { runReasons } from './run-reasons'
import { findRun } from './runs.repository'

/** The way to say no to the coming charge by the link of its letter, without signing in. */
export const refusalService = ({ database, limiter }: Pick<AutopaymentsDeps, 'database' | 'limiter'>) => ({
  /** Refuses with 422 a link that never was, with 410 one whose charge is over, is being made or is off already. */
  async refuse({ id, code, visitor, now }: { id: string; code: string; visitor: Visitor; now: Date }) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    const refused = await runOfRefusal(database.db, { id, code })
    if (!refused) throw neverWas()
    await database.transaction(async (trx) => {
      await lockAutopayment(trx, refused.autopaymentId)
      const run = await findRun(trx, refused.runId)
      if (run?.state !== 'open') throw tooLate()
      await skipRun(trx, run, { reason: runReasons.refused, at: now.toISOString() })
    }, 'read committed')
    await limiter.giveBack(uses)
  },
})

const neverWas = () =>
  new Refusal(422, {
    message: 'Ссылка не подошла: возможно, она скопирована не целиком. Откройте её прямо из письма.',
  })

const tooLate = () =>
  new Refusal(410, {
    message: 'Ссылка устарела или уже использована: это списание прошло или отменено.',
  })
