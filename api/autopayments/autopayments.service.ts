import type { Queries } from 'api/db/database'
import { notFound } from 'api/http/refusal'
import { type AutopaymentChange, changeAutopayment } from './autopayment-change'
import { autopaymentView } from './autopayment-view'
import type { AutopaymentsDeps } from './autopayments.deps'
import {
  type Autopayment,
  findAutopaymentsOf,
  findOwnAutopayment,
  lockAutopayment,
} from './autopayments.repository'
import { findLines } from './runs.repository'
import { removeAutopayment } from './stop-autopayment'

interface Own {
  userId: string
  id: string
}

const mostLines = 50

/** What a customer does with autopayments of their own. Of others' it knows nothing: they are 404. */
export const autopaymentsService = ({
  config,
  database,
  payments,
}: Pick<AutopaymentsDeps, 'config' | 'database' | 'payments'>) => {
  const { db } = database
  const { timeZone } = config
  const gateway = payments.gateway.name
  const view = (autopayment: Autopayment) => autopaymentView(db, autopayment, { gateway, timeZone })

  const locked = <Result>(own: Own, work: (trx: Queries, autopayment: Autopayment) => Promise<Result>) =>
    database.transaction(async (trx) => {
      if (!(await findOwnAutopayment(trx, own))) throw notFound()
      const autopayment = await lockAutopayment(trx, own.id)
      if (!autopayment || autopayment.deletedAt !== null) throw notFound()
      return work(trx, autopayment)
    }, 'read committed')

  return {
    /** All of the customer's. Of those whose card is being bound the gateway is asked first. */
    async list(userId: string) {
      const before = await findAutopaymentsOf(db, userId)
      const pending = before.filter(({ status }) => status === 'pending')
      await Promise.all(pending.map(({ firstPayment }) => payments.process(firstPayment)))
      const now = pending.length > 0 ? await findAutopaymentsOf(db, userId) : before
      return Promise.all(now.map(view))
    },

    /** What it did and why, the newest first. */
    async runs(own: Own) {
      if (!(await findOwnAutopayment(db, own))) throw notFound()
      return findLines(db, own.id, mostLines)
    },

    /** Refuses with 409 what it is not in a state for, with 422 what does not fit together. */
    async change({ change, now, ...own }: Own & { change: AutopaymentChange; now: Date }) {
      await locked(own, (trx, autopayment) =>
        changeAutopayment(trx, autopayment, change, { gateway, timeZone, now }),
      )
      const changed = await findOwnAutopayment(db, own)
      if (!changed) throw notFound()
      return view(changed)
    },

    /** At once and for ever, with its card. */
    remove: ({ now, ...own }: Own & { now: Date }) =>
      locked(own, (trx, autopayment) => removeAutopayment(trx, autopayment, now.toISOString())),
  }
}
