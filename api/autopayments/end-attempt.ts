import type { Queries } from 'api/db/database'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { SettledPayment } from 'api/payments'
import type { DeclineReason } from 'contract/decline-reasons'
import type { Kopecks } from 'contract/money'
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
import { issueOptOutLink } from './opt-out-link'
import { countDeclined, findRun, hasCharged, type Run, updateRun } from './runs.repository'
import { stopAutopayment } from './stop-autopayment'

export interface EndingAttempt {
  site: AutopaymentSite
  now: Date
}

/** Ends the attempt of a final charge, and its run unless another attempt follows, in the transaction of the payment. */
export const endAttempt = async (
  trx: Queries,
  unlockedRun: Run,
  payment: SettledPayment,
  ending: EndingAttempt,
) => {
  const autopayment = await lockAutopayment(trx, unlockedRun.autopaymentId)
  const run = await findRun(trx, unlockedRun.id)
  // It may have been skipped until the autopayment was locked.
  if (!autopayment || run?.state !== 'charging') return
  const { amount, at } = payment
  if (payment.status === 'succeeded') {
    await updateRun(trx, run.id, { state: 'over' })
    const reason = autopayment.rule === 'invoice' ? 'charged_by_invoice' : 'charged_by_schedule'
    await writeChargeLine(trx, run, { outcome: 'charged', reason, at, amount })
    return
  }
  await endDeclined(
    trx,
    { run, autopayment, amount, declineReason: payment.declineReason ?? 'general_decline' },
    ending,
  )
}

interface Declined {
  run: Run
  autopayment: Autopayment
  amount: Kopecks
  declineReason: DeclineReason
}

const endDeclined = async (trx: Queries, declined: Declined, { site, now }: EndingAttempt) => {
  const { run, autopayment, amount, declineReason } = declined
  const at = now.toISOString()
  const fail = (retryOn: string | null = null) =>
    writeChargeLine(trx, run, {
      outcome: 'failed',
      reason: 'declined',
      decline_reason: declineReason,
      retry_on: retryOn,
      at,
      amount,
    })

  // Its customer has stopped it meanwhile and knows, or an earlier attempt has succeeded after all: there is no other
  // attempt and no letter.
  const isStopped = autopayment.status !== 'active' || autopayment.deletedAt !== null
  if (isStopped || (await hasCharged(trx, run.id))) {
    await updateRun(trx, run.id, { state: 'over' })
    await fail()
    return
  }
  const { to, ...about } = await findLetterTo(trx, autopayment)
  const after = afterDecline(declineReason, (await countDeclined(trx, run.id)) + 1)
  switch (after.kind) {
    case 'again': {
      const day = addDays(today(site.timeZone, now), after.afterDays)
      const again = chargeAfterWarning({ chargeAt: chargeOn(day, site.timeZone), sentAt: now }, site.timeZone)
      const retryOn = today(site.timeZone, again)
      await fail(retryOn)
      const optOut = await issueOptOutLink(trx, run.id, now)
      const letter = autopaymentRetryLetter(site, about, { amount, declineReason, retryOn, optOut })
      const warningId = await enqueueLetter(trx, {
        to,
        userId: autopayment.userId,
        kind: 'autopayment-retry',
        letter,
        now,
      })
      await updateRun(trx, run.id, {
        state: 'open',
        charge_at: again.toISOString(),
        due_at: again.toISOString(),
        warned_amount: amount,
        warning_id: warningId,
        warn_by: null,
      })
      return
    }
    case 'suspend': {
      await updateRun(trx, run.id, { state: 'over' })
      await fail()
      await stopAutopayment(trx, autopayment.id, {
        status: 'failed',
        failReason: declineReason,
        reason: 'suspended',
        at,
      })
      const letter = autopaymentSuspendedLetter(site, about, { stopReason: declineReason })
      await enqueueLetter(trx, { to, userId: autopayment.userId, kind: 'autopayment-suspended', letter, now })
      return
    }
    case 'give-up': {
      await updateRun(trx, run.id, { state: 'over' })
      await fail()
      const letter = autopaymentFailedLetter(site, about, { amount, declineReason })
      await enqueueLetter(trx, { to, userId: autopayment.userId, kind: 'autopayment-failed', letter, now })
    }
  }
}
