import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import type { Payments } from 'api/payments'
import type { Log } from 'monitoring/log'
import { type AutopaymentChange, changeAutopayment } from './autopayment-change'
import { autopaymentView } from './autopayment-view'
import { AutopaymentError } from './autopayments.errors'
import {
  type Autopayment,
  findAutopaymentsOf,
  findOwnAutopayment,
  lockAutopayment,
} from './autopayments.repository'
import { runInWords } from './autopayments.words'
import { cancelFirstPayments } from './cancel-first-payments'
import { findLines } from './runs.repository'
import { removeAutopayment } from './stop-autopayment'

/** What the routes and services of autopayments work with. */
export interface AutopaymentsDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  log: Log
  payments: Payments
}

interface Own {
  userId: string
  id: string
}

const mostLines = 50

/** What customers do with their own autopayments. Throws AutopaymentError (`not_found`) for anybody else's. */
export const autopaymentsService = ({
  config,
  database,
  log,
  payments,
}: Pick<AutopaymentsDeps, 'config' | 'database' | 'log' | 'payments'>) => {
  const { db } = database
  const { timeZone } = config
  const { chargeable } = payments.gateways
  const view = (autopayment: Autopayment, now: Date) =>
    autopaymentView(db, autopayment, { chargeable, timeZone, now })

  const locked = <Result>(own: Own, work: (trx: Queries, autopayment: Autopayment) => Promise<Result>) =>
    database.transaction(async (trx) => {
      if (!(await findOwnAutopayment(trx, own))) throw new AutopaymentError('not_found')
      const autopayment = await lockAutopayment(trx, own.id)
      if (!autopayment || autopayment.deletedAt !== null) throw new AutopaymentError('not_found')
      return work(trx, autopayment)
    }, 'read committed')

  return {
    /** All of the customer's. The first payments of pending ones are polled at the gateway before. */
    async list(userId: string, now: Date) {
      const before = await findAutopaymentsOf(db, userId)
      const pending = before.filter(({ status }) => status === 'pending')
      await Promise.all(pending.map(({ firstPayment }) => payments.process(firstPayment)))
      const polled = pending.length > 0 ? await findAutopaymentsOf(db, userId) : before
      return Promise.all(polled.map((autopayment) => view(autopayment, now)))
    },

    /** What it did and why, the newest first. */
    async runs(own: Own) {
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

    /** Throws AutopaymentError for what its state or its rule does not allow. */
    async change({ change, now, ...own }: Own & { change: AutopaymentChange; now: Date }) {
      await locked(own, (trx, autopayment) =>
        changeAutopayment(trx, autopayment, change, { chargeable, timeZone, now }),
      )
      const changed = await findOwnAutopayment(db, own)
      if (!changed) throw new AutopaymentError('not_found')
      return view(changed, now)
    },

    /** Removes it for good, together with its card. A payment that was to bind one is canceled, where the gateway can. */
    async remove({ now, ...own }: Own & { now: Date }) {
      const firstPayments = await locked(own, (trx, autopayment) =>
        removeAutopayment(trx, autopayment, now.toISOString()),
      )
      await cancelFirstPayments({ payments, log }, firstPayments)
    },
  }
}
