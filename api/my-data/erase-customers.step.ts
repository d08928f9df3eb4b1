import { type Database, emptyWriteAheadLog, type Queries } from 'api/db/database'
import { pagesOf } from 'api/db/pages'
import { type EndGrantsContext, endGrantsOfErased } from 'api/family'
import type { Mailer } from 'api/mail/mailer'
import type { Payments } from 'api/payments'
import type { Step } from 'api/worker/worker'
import { MINUTE } from 'format/durations'
import { errorFields, type Log } from 'monitoring/log'
import { appendToDestructionLog, findAddressesOf, lockFreeCustomer } from './deletion.repository'
import {
  deleteCustomer,
  findCustomersToErase,
  findGuestPaymentsOf,
  findPaymentsOf,
  forgetPayer,
  forgetRefundBodies,
  keepAutopaymentProofs,
  type Payer,
  type PaymentToForget,
} from './erasure.repository'

const atOnce = 20
const everyMs = 10 * MINUTE

/**
 * The step that erases the customers who asked for deletion 30 days ago. Several processes may run it over one
 * database. Failures are logged and tried again.
 */
export const eraseCustomersStep = ({ log, ...deps }: ErasureDeps & { log: Log }): Step => {
  const { database, mailer, clock } = deps
  let nextAt = 0
  /** Whether the database's write-ahead log may still have erased data. */
  let mayWalHoldErasedData = false

  /** Customers erased by the run before, whose letters may have been written since. */
  let erasedByLastRun: string[] = []

  /**
   * Forgets letters that the relay had claimed before the erasure and wrote during it or just after it. Finds them by
   * the id alone: another person may have the address now.
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
        erasedByLastRun.push(id)
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
      const erasedBefore = erasedByLastRun
      erasedByLastRun = []
      for (const id of erasedBefore) await forgetLateLetters(id)
      const customers = await findCustomersToErase(database.db, now.toISOString(), atOnce)
      let isAllErased = true
      for (const id of customers) isAllErased = (await erase(id)) && isAllErased
      await forgetRefundBodies(database.db)
      if (customers.length > 0) mayWalHoldErasedData = true
      if (mayWalHoldErasedData) mayWalHoldErasedData = !(await emptyWriteAheadLog(database))
      if (customers.length === atOnce && isAllErased) wake()
      else nextAt = now.getTime() + everyMs
    },
  }
}

interface ErasureDeps extends Pick<EndGrantsContext, 'site' | 'stopPaying'> {
  database: Database
  gateways: Payments['gateways']
  mailer: Pick<Mailer, 'forget'>
  clock: () => Date
}

/**
 * Erases a customer whose time to undo is over, all or nothing, and logs it. Ledger, payments and receipts stay without
 * a name, as the law requires. It can be repeated if the process is killed. Returns false if the deletion was undone,
 * or while another replica erases the customer.
 */
const eraseCustomer = async (deps: ErasureDeps, userId: string): Promise<boolean> => {
  const { database, clock, site, stopPaying } = deps
  const dueCustomer = await database.transaction(
    (trx) => lockDueCustomer(trx, userId, clock()),
    'read committed',
  )
  if (!dueCustomer) return false
  // Outside of the transaction: forgetting files and a gateway's records can't be rolled back, but can be repeated.
  await forgetOutsideDatabase(deps, dueCustomer)
  const afterCommit = await database.transaction(async (trx) => {
    const now = clock()
    const customer = await lockDueCustomer(trx, userId, now)
    if (!customer) return null
    const endOfGrants = await endGrantsOfErased(trx, { site, stopPaying, now }, userId)
    let payersOfPayments = 0
    for (const find of [findPaymentsOf, findGuestPaymentsOf]) {
      for await (const page of payments((after) => find(trx, customer, after))) {
        for (const payment of page) await forgetPayer(trx, payment)
        payersOfPayments += page.length
      }
    }
    await keepAutopaymentProofs(trx, customer.id, now)
    const counts = { ...(await deleteCustomer(trx, customer)), payersOfPayments }
    const { deletionId: id, askedAt } = customer
    await appendToDestructionLog(trx, {
      id,
      askedAt,
      destroyedAt: now.toISOString(),
      reason: 'asked_by_customer',
      counts,
    })
    return endOfGrants
  }, 'read committed')
  if (!afterCommit) return false
  await afterCommit()
  return true
}

const lockDueCustomer = async (trx: Queries, userId: string, now: Date) => {
  const customer = await lockFreeCustomer(trx, userId)
  if (!customer?.deletionId || !customer.askedAt || !customer.eraseAt) return undefined
  if (customer.eraseAt > now.toISOString()) return undefined
  const { id, deletionId, askedAt } = customer
  return { id, addresses: await findAddressesOf(trx, customer), deletionId, askedAt }
}

const forgetOutsideDatabase = async ({ database: { db }, gateways, mailer }: ErasureDeps, payer: Payer) => {
  for (const find of [findPaymentsOf, findGuestPaymentsOf]) {
    for await (const page of payments((after) => find(db, payer, after))) {
      for (const { name, forgetPayers } of gateways.main) {
        const ids = page.filter(({ gateway }) => gateway === name).map(({ id }) => id)
        if (ids.length > 0) await forgetPayers?.(ids)
      }
    }
  }
  await mailer.forget?.(payer)
}

const payments = (find: (after: string) => Promise<PaymentToForget[]>) =>
  pagesOf({ start: '', find, placeOf: ({ id }) => id })
