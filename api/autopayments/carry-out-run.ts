import { hasRight } from 'api/accounts'
import type { Database, Queries } from 'api/db/database'
import type { AutopaymentRunReason } from 'api/db/migrations/0001-initial/autopayments'
import { balanceOf, findDebtFromRefunds, lockLedgerOf } from 'api/ledger/ledger.repository'
import { findLetterState } from 'api/mail/outbox.repository'
import {
  chargeSavedMethod,
  findSavedMethod,
  keysForgottenSince,
  type PaymentGateway,
  type Payments,
  sumPending,
  type UnpayableReason,
  whyUnpayable,
} from 'api/payments'
import { type Kopecks, toKopecks } from 'contract/money'
import type { Log } from 'monitoring/log'
import {
  type AutopaymentSite,
  autopaymentOverLimitLetter,
  autopaymentUnpayableLetter,
  autopaymentWarningLetter,
  type LetterContext,
  mailAboutAutopayment,
} from './autopayments.letters'
import { type Autopayment, findAutopayment, leftOfInvoice, lockAutopayment } from './autopayments.repository'
import { type DecidedRun, type Decision, decideRun, type Money, type Warning } from './decide-run'
import { skipRun } from './end-runs'
import { issueOptOutLink, lockClaimedRun, type Run, updateRun } from './runs.repository'
import { stopWithoutAccount, stopWithoutCard } from './stop-autopayment'

interface RunContext {
  database: Database
  payments: Pick<Payments, 'store' | 'gateway' | 'gateways'>
  site: AutopaymentSite
  log: Log
  now: Date
}

/** The id of the payment to process now; `null` if nothing is charged. */
type ChargeId = string | null

/**
 * Does what is due for a run that this process has claimed: warns, skips, or stores a charge, all in one transaction.
 * Nothing happens when another process has claimed the run meanwhile.
 */
export const carryOutRun = async ({ database, ...options }: RunContext, dueRun: Run): Promise<ChargeId> => {
  const unlockedAutopayment = await findAutopayment(database.db, dueRun.autopaymentId)
  if (!unlockedAutopayment) return null
  return database.transaction(async (trx) => {
    // Locks the ledger first, as recording a payment does: the second of two payments for an account sees the first.
    await lockLedgerOf(trx, unlockedAutopayment.account)
    const autopayment = await lockAutopayment(trx, unlockedAutopayment.id)
    const run = await lockClaimedRun(trx, dueRun)
    return autopayment && run ? carryOut(trx, { autopayment, run }, options) : null
  }, 'read committed')
}

interface LockedRun {
  autopayment: Autopayment
  run: Run
}

const carryOut = async (
  trx: Queries,
  { autopayment, run }: LockedRun,
  options: Omit<RunContext, 'database'>,
): Promise<ChargeId> => {
  const { site, now } = options
  const at = now.toISOString()
  const skip = (reason: AutopaymentRunReason) => skipRun(trx, run, { reason, at })

  if (autopayment.status !== 'active') {
    await skip('paused')
    return null
  }
  // Stryker disable next-line BlockStatement,ConditionalExpression: saves storing a charge; `maySend` checks again before it is sent
  if (!(await hasRight(trx, { ...autopayment, now }, 'pay'))) {
    await stopWithoutAccount(trx, autopayment, { site, now })
    return null
  }
  const { gateway } = options.payments
  const decision = await decideLockedRun(trx, { autopayment, run }, { gateway, site, now })
  if (decision.do === 'warn' || decision.do === 'charge') {
    const why = await whyUnpayable(trx, gateway, autopayment.account)
    if (why) {
      await skipUnpayable(trx, { autopayment, run }, { why, amount: decision.amount }, options)
      return null
    }
  }
  switch (decision.do) {
    case 'wait':
      await updateRun(trx, run.id, {
        due_at: decision.until.toISOString(),
        ...(decision.chargeAt ? { charge_at: decision.chargeAt.toISOString() } : {}),
      })
      return null
    case 'warn':
      if (!(await hasCard(trx, autopayment, options.payments))) {
        await stopWithoutCard(trx, autopayment, options)
        return null
      }
      await warn(trx, { autopayment, run }, decision, options)
      return null
    case 'mail over limit':
      await mailOverLimit(trx, autopayment, decision.amount, options)
      await updateRun(trx, run.id, { told_over_limit: 1, due_at: decision.until.toISOString() })
      return null
    case 'skip over limit':
      if (decision.mail) await mailOverLimit(trx, autopayment, decision.amount, options)
      await skipRun(trx, run, {
        reason: 'over_limit',
        at,
        amount: decision.amount,
        limit: autopayment.limit,
      })
      return null
    case 'skip':
      if (decision.why === 'not_warned') logNotWarned(options.log, run)
      await skip(decision.why)
      return null
    case 'charge':
      return charge(trx, { autopayment, run }, decision.amount, options)
  }
}

interface DecisionContext extends Pick<RunContext, 'site' | 'now'> {
  gateway: Pick<PaymentGateway, 'remembersKeysMs'>
  /** The ids of pending payments that are not counted. */
  except?: readonly string[]
}

/** Decides what to do about a run, by the current debt and pending payments. The ledger and the autopayment are locked. */
export const decideLockedRun = async (
  trx: Queries,
  lockedRun: LockedRun,
  context: DecisionContext,
): Promise<Decision> =>
  decideRun(await moneyOf(trx, lockedRun, context), await decidedRunOf(trx, lockedRun.run), {
    now: context.now,
    timeZone: context.site.timeZone,
  })

/** Whether the card can be charged: its shop may no longer be configured. */
const hasCard = async (
  trx: Queries,
  { userId, methodId }: Autopayment,
  { gateways: { chargeable } }: RunContext['payments'],
): Promise<boolean> =>
  methodId !== null && (await findSavedMethod(trx, { userId, chargeable, id: methodId })) !== undefined

/** Letters do not reach the customer, who sees the reason only in the portal. */
const logNotWarned = (log: Log, { id, autopaymentId, warningId }: Run) =>
  log.error(
    { code: 'not_warned', run: id, autopayment: autopaymentId, letter: warningId },
    'a charge was skipped: the letter that warns of it could not be sent',
  )

const decidedRunOf = async (trx: Queries, run: Run): Promise<DecidedRun> => ({
  chargeAt: new Date(run.chargeAt),
  warnedAmount: run.warnedAmount,
  warning: await warningOf(trx, run),
  warnBy: run.warnBy === null ? null : new Date(run.warnBy),
  hasOverLimitNotice: run.toldOverLimit === 1,
})

const warningOf = async (trx: Queries, { warningId }: Run): Promise<Warning | null> => {
  const letter = warningId === null ? undefined : await findLetterState(trx, warningId)
  if (!letter) return null
  const { createdAt, sentAt, deadAt } = letter
  return {
    writtenAt: new Date(createdAt),
    sentAt: sentAt === null ? null : new Date(sentAt),
    isDead: deadAt !== null,
  }
}

const moneyOf = async (
  trx: Queries,
  { autopayment, run }: LockedRun,
  { gateway, now, except }: DecisionContext,
): Promise<Money> => {
  const { userId, account, rule, amount, limit } = autopayment
  const balance = await balanceOf(trx, account)
  const byRule =
    rule === 'monthly' ? (amount ?? 0) : await leftOfInvoice(trx, { account, period: run.period })
  const forgottenSince = keysForgottenSince(gateway, now)
  const pending = await sumPending(trx, { account, userId, except, forgottenSince })
  // A monthly sum is charged however the debt arose; by invoice a refund is not charged again.
  const refundDebt = rule === 'monthly' ? toKopecks(0) : await findDebtFromRefunds(trx, account)
  return { amountDue: toKopecks(Math.min(byRule, balance - refundDebt)), refundDebt, limit, pending }
}

const warn = async (
  trx: Queries,
  { autopayment, run }: LockedRun,
  { amount, chargeAt, warnBy }: { amount: Kopecks; chargeAt: Date; warnBy: Date },
  { site, now }: Omit<RunContext, 'database'>,
) => {
  const optOut = await issueOptOutLink(trx, run.id, now)
  const warningId = await mailAboutAutopayment(trx, autopayment, now, (about) =>
    autopaymentWarningLetter(site, about, { amount, chargeAt, optOut }),
  )
  const moment = chargeAt.toISOString()
  await updateRun(trx, run.id, {
    warned_amount: amount,
    warning_id: warningId,
    warn_by: warnBy.toISOString(),
    charge_at: moment,
    due_at: moment,
  })
}

/** Skips a charge that the gateway does not take: its settings have changed since the autopayment was created. */
const skipUnpayable = async (
  trx: Queries,
  { autopayment, run }: LockedRun,
  { why, amount }: { why: UnpayableReason; amount: Kopecks },
  { site, log, now }: Omit<RunContext, 'database'>,
) => {
  log.error(
    { code: why, run: run.id, autopayment: autopayment.id },
    why === 'account_too_long'
      ? 'a charge was skipped: the gateway takes no account numbers as long as this one'
      : 'a charge was skipped: the gateway pays another organisation than the payee of the account',
  )
  await mailAboutAutopayment(trx, autopayment, now, (about) =>
    autopaymentUnpayableLetter(site, about, { why, amount }),
  )
  await skipRun(trx, run, { reason: why, at: now.toISOString(), amount })
}

/** Stores the charge. Its idempotency key is the autopayment, period and attempt, so a repeat is the same charge. */
const charge = async (
  trx: Queries,
  { autopayment, run }: LockedRun,
  amount: Kopecks,
  { payments, site, now }: Omit<RunContext, 'database'>,
): Promise<ChargeId> => {
  const { id, userId, account, methodId } = autopayment
  const attempt = run.attempts + 1
  const payment =
    methodId === null
      ? null
      : await chargeSavedMethod(trx, payments, {
          scope: `autopayment ${id}`,
          run: `${run.period} ${attempt}`,
          userId,
          account,
          amount,
          methodId,
          now,
        })
  if (!payment) {
    await stopWithoutCard(trx, autopayment, { site, now })
    return null
  }
  // Stryker disable next-line ConditionalExpression: a bug of ours; the transaction that stores the payment counts the attempt
  if (!payment.isNew) throw new Error('An attempt that has not begun has a payment already')
  const warning = await warningOf(trx, run)
  await updateRun(trx, run.id, {
    state: 'charging',
    attempts: attempt,
    payment_id: payment.id,
    warned_at: warning?.sentAt?.toISOString() ?? null,
  })
  return payment.id
}

/** Mails the customer that a sum above the limit is not charged. */
export const mailOverLimit = async (
  trx: Queries,
  autopayment: Autopayment,
  amount: Kopecks,
  { site, now }: LetterContext,
) => {
  await mailAboutAutopayment(trx, autopayment, now, (about) =>
    autopaymentOverLimitLetter(site, about, { amount, limit: autopayment.limit }),
  )
}
