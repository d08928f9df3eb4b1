import type { Database, Queries } from 'api/db/database'
import { type EndingGrants, endGrantsOfErased } from 'api/family'
import type { Mailer } from 'api/mail/mailer'
import type { Payments } from 'api/payments'
import { appendToDestructionLog, findAddressesOf, lockFreeCustomer } from './deletion.repository'
import {
  deleteCustomer,
  findGuestPaymentsOf,
  findPaymentsOf,
  forgetPayer,
  keepAutopaymentProofs,
  type Payer,
  type PaymentToForget,
} from './erasure.repository'
import { pagesOf } from './pages'

export interface ErasingDeps extends Pick<EndingGrants, 'site' | 'stopPaying'> {
  database: Database
  gateways: Payments['gateways']
  mailer: Pick<Mailer, 'forget'>
  clock: () => Date
}

const atOnce = 200

/**
 * Erases a customer whose time to undo is over, all or nothing, and logs it. What the law keeps stays without a name:
 * ledger, payments, receipts. If it is killed anywhere, it can be done again. Returns false when the deletion was
 * undone, or while another replica erases the customer.
 */
export const eraseCustomer = async (deps: ErasingDeps, userId: string): Promise<boolean> => {
  const { database, clock, site, stopPaying } = deps
  const due = await database.transaction((trx) => lockDue(trx, userId, clock()), 'read committed')
  if (!due) return false
  // Outside of the transaction: files and a gateway's records can't be rolled back, but forgotten twice.
  await forgetElsewhere(deps, due)
  const afterCommit = await database.transaction(async (trx) => {
    const now = clock()
    const customer = await lockDue(trx, userId, now)
    if (!customer) return null
    const endOfGrants = await endGrantsOfErased(trx, { site, stopPaying, now }, userId)
    let payersOfPayments = 0
    for (const find of [findPaymentsOf, findGuestPaymentsOf]) {
      for await (const page of payments((after) => find(trx, customer, { after, most: atOnce }))) {
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

const lockDue = async (trx: Queries, userId: string, now: Date) => {
  const customer = await lockFreeCustomer(trx, userId)
  if (!customer?.deletionId || !customer.askedAt || !customer.eraseAt) return undefined
  if (customer.eraseAt > now.toISOString()) return undefined
  const { id, deletionId, askedAt } = customer
  return { id, addresses: await findAddressesOf(trx, customer), deletionId, askedAt }
}

const forgetElsewhere = async ({ database: { db }, gateways, mailer }: ErasingDeps, payer: Payer) => {
  for (const find of [findPaymentsOf, findGuestPaymentsOf]) {
    for await (const page of payments((after) => find(db, payer, { after, most: atOnce }))) {
      for (const { name, forgetPayers } of gateways.main) {
        const ids = page.filter(({ gateway }) => gateway === name).map(({ id }) => id)
        if (ids.length > 0) await forgetPayers?.(ids)
      }
    }
  }
  await mailer.forget?.(payer)
}

const payments = (read: (after: string) => Promise<PaymentToForget[]>) =>
  pagesOf<PaymentToForget>(atOnce, (last) => read(last?.id ?? ''))
