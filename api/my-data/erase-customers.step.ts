import { emptyWriteAheadLog } from 'api/db/empty-write-ahead-log'
import type { Step } from 'api/worker/worker'
import { MINUTE } from 'format/durations'
import { errorFields, type Log } from 'monitoring/log'
import { type ErasingDeps, eraseCustomer } from './erase-customer'
import { findCustomersToErase, forgetRefundBodies } from './erasure.repository'

const atOnce = 20
const everyMs = 10 * MINUTE

/**
 * The step that erases the customers who asked for deletion 30 days ago. Several processes may run it over one database;
 * what fails is logged and tried again.
 */
export const eraseCustomersStep = ({ log, ...deps }: ErasingDeps & { log: Log }): Step => {
  const { database, mailer, clock } = deps
  let nextAt = 0
  /** Whether the database's log may still have what was erased. */
  let isInLog = false

  /** Customers erased by the run before, whose letters may have been written since. */
  let lately: string[] = []

  /**
   * The relay may write a letter, claimed before, while the customer is being erased and a moment after that. Not by
   * address: from now on it may be somebody else's.
   */
  const forgetLateLetters = async (id: string) => {
    try {
      await mailer.forget?.({ id, addresses: [] })
    } catch (error) {
      log.error(errorFields(error), 'late letters of an erased customer could not be deleted')
    }
  }

  const erase = async (id: string): Promise<boolean> => {
    try {
      if (await eraseCustomer(deps, id)) {
        log.info({}, 'a customer was erased')
        lately.push(id)
        await forgetLateLetters(id)
      }
      return true
    } catch (error) {
      log.error(
        { outcome: 'not_erased', customer: id, ...errorFields(error) },
        'a customer could not be erased',
      )
      return false
    }
  }

  return {
    name: 'erase customers',
    // A customer may have any number of payments.
    mayTakeMs: 15 * MINUTE,
    async run(wake) {
      const now = clock()
      if (now.getTime() < nextAt) return
      const before = lately
      lately = []
      for (const id of before) await forgetLateLetters(id)
      const due = await findCustomersToErase(database.db, now.toISOString(), atOnce)
      let isGoingWell = true
      for (const id of due) isGoingWell = (await erase(id)) && isGoingWell
      await forgetRefundBodies(database.db)
      if (due.length > 0) isInLog = true
      if (isInLog) isInLog = !(await emptyWriteAheadLog(database))
      if (due.length === atOnce && isGoingWell) wake()
      else nextAt = now.getTime() + everyMs
    },
  }
}
