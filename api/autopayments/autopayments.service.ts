import { hasRight } from 'api/accounts'
import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse, Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import { type ChargeableShops, findSavedMethod, type Payments } from 'api/payments'
import type { Log } from 'monitoring/log'
import { type AutopaymentChange, changeAutopayment, findResumeNeeds } from './autopayment-change'
import { AutopaymentError } from './autopayments.errors'
import {
  type Autopayment,
  findAutopaymentsOf,
  findLastPayment,
  findOwnAutopayment,
  lockAutopayment,
} from './autopayments.repository'
import { runInWords, stopReasonInWords } from './autopayments.words'
import { monthlyChargeAt, periodPlannedAt } from './charge-days'
import { canBeSkipped, skipRun } from './end-runs'
import { findLines, findOpenRuns, findRun, findRunOfOptOut } from './runs.repository'
import { cancelFirstPayments, removeAutopayment } from './stop-autopayment'

export interface AutopaymentsDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  log: Log
  payments: Payments
}

interface AutopaymentKey {
  userId: string
  id: string
}

const mostLines = 50

/** A customer's own autopayments. Throws AutopaymentError (`not_found`) for anybody else's. */
export const autopaymentsService = ({ config, database, limiter, log, payments }: AutopaymentsDeps) => {
  const { db } = database
  const { timeZone } = config
  const { chargeable } = payments.gateways
  const view = (autopayment: Autopayment, now: Date) =>
    autopaymentView(db, autopayment, { chargeable, timeZone, now })

  const withLocked = <Result>(
    own: AutopaymentKey,
    work: (trx: Queries, autopayment: Autopayment) => Promise<Result>,
  ) =>
    database.transaction(async (trx) => {
      if (!(await findOwnAutopayment(trx, own))) throw new AutopaymentError('not_found')
      const autopayment = await lockAutopayment(trx, own.id)
      if (!autopayment || autopayment.deletedAt !== null) throw new AutopaymentError('not_found')
      return work(trx, autopayment)
    }, 'read committed')

  return {
    /** Lists the customer's autopayments, after polling the first payments of the pending ones. */
    async list(userId: string, now: Date) {
      const before = await findAutopaymentsOf(db, userId)
      const pending = before.filter(({ status }) => status === 'pending')
      await Promise.all(pending.map(({ firstPayment }) => payments.process(firstPayment)))
      const current = pending.length > 0 ? await findAutopaymentsOf(db, userId) : before
      return Promise.all(current.map((autopayment) => view(autopayment, now)))
    },

    /** The log of an autopayment, the newest line first. */
    async runs(own: AutopaymentKey) {
      if (!(await findOwnAutopayment(db, own))) throw new AutopaymentError('not_found')
      const lines = await findLines(db, own.id, mostLines)
      return lines.map((line) => ({
        at: line.at,
        outcome: line.outcome,
        reason: runInWords(line),
        amount: line.amount,
        payment: line.payment,
      }))
    },

    /** Throws AutopaymentError for a change that its state or rule does not allow. */
    async change({ change, now, ...own }: AutopaymentKey & { change: AutopaymentChange; now: Date }) {
      await withLocked(own, (trx, autopayment) =>
        changeAutopayment(trx, autopayment, change, { chargeable, timeZone, now }),
      )
      const changedAutopayment = await findOwnAutopayment(db, own)
      if (!changedAutopayment) throw new AutopaymentError('not_found')
      return view(changedAutopayment, now)
    },

    /** Removes an autopayment with its card. Cancels its pending first payment, if the gateway can. */
    async remove({ now, ...own }: AutopaymentKey & { now: Date }) {
      const firstPayments = await withLocked(own, (trx, autopayment) =>
        removeAutopayment(trx, autopayment, now.toISOString()),
      )
      await cancelFirstPayments({ payments, log }, firstPayments)
    },

    /**
     * Opts out of a coming charge by the link in its letter, without signing in. Throws AutopaymentError
     * (`unknown_opt_out_link`, `opt_out_too_late`).
     */
    async optOut({ id, code, visitor, now }: { id: string; code: string; visitor: Visitor; now: Date }) {
      const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
      await limiter.admit(uses, now)
      const link = await findRunOfOptOut(db, { id, code })
      if (!link) throw new AutopaymentError('unknown_opt_out_link')
      await database.transaction(async (trx) => {
        await lockAutopayment(trx, link.autopaymentId)
        const run = await findRun(trx, link.runId)
        if (!run || !(await canBeSkipped(trx, run))) throw new AutopaymentError('opt_out_too_late')
        await skipRun(trx, run, { reason: 'opted_out', at: now.toISOString() })
      }, 'read committed')
      await limiter.giveBack(uses)
    },
  }
}

/** An autopayment as its customer sees it, without a card that was unlinked. */
export const autopaymentView = async (
  db: Queries,
  autopayment: Autopayment,
  { chargeable, timeZone, now }: { chargeable: ChargeableShops; timeZone: string; now: Date },
) => {
  const { id, userId, account, rule, day, amount, limit, status, failReason, methodId, firstPayment } =
    autopayment
  const method =
    methodId === null ? undefined : await findSavedMethod(db, { userId, chargeable, id: methodId })
  const payment = await findLastPayment(db, autopayment)
  const isSbp = (method?.kind ?? payment?.methodKind) === 'sbp'
  const isAddedAgain =
    failReason === 'account_removed' && (await hasRight(db, { userId, account, now }, 'pay'))
  return {
    id,
    account,
    rule,
    day,
    amount,
    limit,
    status,
    failReason: failReason && !isAddedAgain ? stopReasonInWords(failReason, isSbp) : null,
    method: method ? { kind: method.kind, title: method.title } : null,
    paymentMethod: method?.id ?? null,
    nextRunAt: status === 'active' ? await nextRunAt(db, autopayment, timeZone) : null,
    lastPayment: payment
      ? {
          id: payment.id,
          amount: payment.amount,
          status: payment.status,
          at: payment.paidAt ?? payment.createdAt,
        }
      : null,
    firstPayment,
    resumeNeeds:
      status === 'paused' || status === 'failed'
        ? await findResumeNeeds(db, autopayment, { chargeable, now })
        : null,
  }
}

/** When the next charge is made; `null` while it waits for the next invoice. */
const nextRunAt = async (db: Queries, { id, day, nextPlanAt }: Autopayment, timeZone: string) => {
  const [run] = await findOpenRuns(db, id)
  if (run) return run.chargeAt
  if (nextPlanAt === null || day === null) return null
  return monthlyChargeAt(day, periodPlannedAt(new Date(nextPlanAt), timeZone), timeZone).toISOString()
}
