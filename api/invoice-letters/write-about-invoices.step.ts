import type { Database, Queries } from 'api/db/database'
import { isLetterTime } from 'api/mail/letter'
import type { Step } from 'api/worker/worker'
import { addDays, today } from 'format/dates'
import { chooseInvoices } from './choose-invoices'
import { claimCustomers } from './invoice-letters.repository'
import { findUnpaidOf } from './invoice-notices.repository'
import { type LetterContext, writeToCustomer } from './write-to-customer'

/** Then other steps have their turn. */
const mostARound = 50

interface InvoiceLettersOptions extends Pick<LetterContext, 'payments' | 'site'> {
  database: Database
  clock: () => Date
}

/**
 * The step that looks once a day at the invoices of each customer who wants letters, and writes about the new ones and
 * the ones that are due soon. Several processes may run it: a customer is looked at by one of them.
 */
export const writeAboutInvoicesStep = ({ database, clock, ...options }: InvoiceLettersOptions): Step => ({
  name: 'invoice letters',
  async run(wake) {
    const now = clock()
    const { timeZone } = options.site
    if (!isLetterTime(now, timeZone)) return
    const writing = { ...options, now, today: today(timeZone, now) }
    const looked = await database.transaction((trx) => lookAtSome(trx, writing), 'read committed')
    if (looked === mostARound) wake()
  },
})

/** Returns how many customers were looked at. */
const lookAtSome = async (trx: Queries, writing: LetterContext): Promise<number> => {
  const { today: day, site, now } = writing
  const customers = await claimCustomers(trx, { today: day, nextLookOn: addDays(day, 1), most: mostARound })
  for (const { userId, askedAt } of customers) {
    const unpaid = await findUnpaidOf(trx, { userId, at: now.toISOString(), dueFrom: day })
    const askedOn = today(site.timeZone, new Date(askedAt))
    const chosen = chooseInvoices(unpaid, { today: day, askedOn })
    if (chosen.length > 0) await writeToCustomer(trx, userId, chosen, writing)
  }
  return customers.length
}
