import type { Queries } from 'api/db/database'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { SettledPayment } from 'api/payments'
import { addDays, today } from 'format/dates'
import { afterDecline } from './after-decline'
import {
  type AutopaymentSite,
  autopaymentFailedLetter,
  autopaymentRetryLetter,
  autopaymentSuspendedLetter,
} from './autopayments.letters'
import { type Autopayment, lockAutopayment } from './autopayments.repository'
import { chargeAfterWarning, chargeOn } from './charge-days'
import { writeChargeLine } from './end-runs'
import { findLetterTo } from './letter-to.repository'
import { issueRefusal } from './opt-out-link'
import { runReasons } from './run-reasons'
import { hasCharged, type Run, updateRun } from './runs.repository'
import { stopAutopayment } from './stop-autopayment'

export interface SettlingRun {
  site: AutopaymentSite
  now: Date
}

/** What comes of a charge that is over, in the transaction that makes it so. */
export const settleRun = async (trx: Queries, run: Run, payment: SettledPayment, settling: SettlingRun) => {
  const autopayment = await lockAutopayment(trx, run.autopaymentId)
  if (!autopayment) return
  const { amount, at } = payment
  if (payment.status === 'succeeded') {
    await updateRun(trx, run.id, { state: 'over' })
    const reason = runReasons.charged(autopayment.rule, run.period)
    await writeChargeLine(trx, run, { outcome: 'charged', reason, at, amount })
    return
  }
  await settleDeclined(
    trx,
    { run, autopayment, amount, code: payment.cancelReason ?? 'general_decline' },
    settling,
  )
}

interface Declined {
  run: Run
  autopayment: Autopayment
  amount: number
  /** The gateway's reason. */
  code: string
}

const settleDeclined = async (trx: Queries, declined: Declined, { site, now }: SettlingRun) => {
  const { run, autopayment, amount, code } = declined
  const at = now.toISOString()
  const fail = (reason: string) => writeChargeLine(trx, run, { outcome: 'failed', reason, at, amount })
  const reason = runReasons.declined(code)

  // Its customer has stopped it meanwhile and knows, or an earlier attempt has gone through after all: nothing more is
  // tried, nothing is written to them.
  const isStopped = autopayment.status !== 'active' || autopayment.deletedAt !== null
  if (isStopped || (await hasCharged(trx, run.id))) {
    await updateRun(trx, run.id, { state: 'over' })
    await fail(reason)
    return
  }
  const { account } = autopayment
  const { to, card } = await findLetterTo(trx, autopayment)
  const about = { account, card }
  const after = afterDecline(code, run.attempts)
  switch (after.kind) {
    case 'again': {
      const day = addDays(today(site.timeZone, now), after.afterDays)
      const again = chargeAfterWarning({ chargeAt: chargeOn(day, site.timeZone), sentAt: now }, site.timeZone)
      const words = runReasons.declinedOnce(code, again, site.timeZone)
      await fail(words)
      const refusal = await issueRefusal(trx, run.id, now)
      const letter = autopaymentRetryLetter(site, about, { amount, reason: words, refusal })
      const warningId = await enqueueLetter(trx, { to, kind: 'autopayment-retry', letter, now })
      await updateRun(trx, run.id, {
        state: 'open',
        charge_at: again.toISOString(),
        due_at: again.toISOString(),
        told_amount: amount,
        warning_id: warningId,
        warn_by: null,
      })
      return
    }
    case 'suspend': {
      await updateRun(trx, run.id, { state: 'over' })
      await fail(reason)
      await stopAutopayment(trx, autopayment.id, {
        status: 'failed',
        failReason: code,
        reason: runReasons.suspended,
        at,
      })
      const letter = autopaymentSuspendedLetter(site, about, { reason })
      await enqueueLetter(trx, { to, kind: 'autopayment-suspended', letter, now })
      return
    }
    case 'give-up': {
      await updateRun(trx, run.id, { state: 'over' })
      await fail(reason)
      const letter = autopaymentFailedLetter(site, about, { amount, reason })
      await enqueueLetter(trx, { to, kind: 'autopayment-failed', letter, now })
    }
  }
}
