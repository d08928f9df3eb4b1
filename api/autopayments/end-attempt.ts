import type { Queries } from 'api/db/database'
import type { SettledPayment } from 'api/payments'
import type { DeclineReason } from 'contract/decline-reasons'
import type { Kopecks } from 'contract/money'
import { addDays, today } from 'format/dates'
import {
  autopaymentFailedLetter,
  autopaymentRetryLetter,
  autopaymentSuspendedLetter,
  type LetterContext,
  mailAboutAutopayment,
} from './autopayments.letters'
import { type Autopayment, lockAutopayment } from './autopayments.repository'
import { chargeAfterWarning, chargeOn } from './charge-days'
import { afterDecline } from './decide-run'
import { writeChargeLine } from './end-runs'
import { countDeclined, findRun, hasCharged, issueOptOutLink, type Run, updateRun } from './runs.repository'
import { stopAutopayment } from './stop-autopayment'

/** Ends an attempt whose payment is final, in the payment's transaction. Ends the run, unless another attempt follows. */
export const endAttempt = async (
  trx: Queries,
  unlockedRun: Run,
  payment: SettledPayment,
  context: LetterContext,
) => {
  const autopayment = await lockAutopayment(trx, unlockedRun.autopaymentId)
  const run = await findRun(trx, unlockedRun.id)
  // It may have been skipped before the autopayment was locked.
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
    context,
  )
}

interface DeclinedCharge {
  run: Run
  autopayment: Autopayment
  amount: Kopecks
  declineReason: DeclineReason
}

const endDeclined = async (trx: Queries, declined: DeclinedCharge, { site, now }: LetterContext) => {
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

  // Stopped by the customer, or already charged by an earlier attempt: no retry, no letter.
  const isStopped = autopayment.status !== 'active' || autopayment.deletedAt !== null
  if (isStopped || (await hasCharged(trx, run.id))) {
    await updateRun(trx, run.id, { state: 'over' })
    await fail()
    return
  }
  const mail = (compose: Parameters<typeof mailAboutAutopayment>[3]) =>
    mailAboutAutopayment(trx, autopayment, now, compose)
  const after = afterDecline(declineReason, (await countDeclined(trx, run.id)) + 1)
  switch (after.kind) {
    case 'again': {
      const day = addDays(today(site.timeZone, now), after.afterDays)
      const retryAt = chargeAfterWarning(
        { chargeAt: chargeOn(day, site.timeZone), sentAt: now },
        site.timeZone,
      )
      const retryOn = today(site.timeZone, retryAt)
      await fail(retryOn)
      const optOut = await issueOptOutLink(trx, run.id, now)
      const warningId = await mail((about) =>
        autopaymentRetryLetter(site, about, { amount, declineReason, retryOn, optOut }),
      )
      await updateRun(trx, run.id, {
        state: 'open',
        charge_at: retryAt.toISOString(),
        due_at: retryAt.toISOString(),
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
      await mail((about) => autopaymentSuspendedLetter(site, about, { stopReason: declineReason }))
      return
    }
    case 'give-up': {
      await updateRun(trx, run.id, { state: 'over' })
      await fail()
      await mail((about) => autopaymentFailedLetter(site, about, { amount, declineReason }))
    }
  }
}
