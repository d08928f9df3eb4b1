import { findComingCharge } from 'api/autopayments'
import type { Database, Queries } from 'api/db/database'
import { isLetterTime, type LetterSite } from 'api/mail/letter'
import { issueOffLink } from 'api/mail/off-links.repository'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { keysForgottenSince, type Payments, sumPending } from 'api/payments'
import type { Step } from 'api/worker/worker'
import { portalPaths } from 'contract/portal-paths'
import { addDays, today } from 'format/dates'
import { type ChosenInvoice, chooseInvoices, isNearDue } from './choose-invoices'
import { claimCustomers, findAddressee, findUnpaidOf, saveNotice } from './invoice-letters.repository'
import { type InvoiceInLetter, newInvoicesLetter, unpaidInvoicesLetter } from './invoices.letters'

/** The most customers in one round; then other steps run. */
const mostARound = 50

interface InvoiceLettersOptions extends Pick<LetterContext, 'payments' | 'site'> {
  database: Database
  clock: () => Date
}

/**
 * The step that checks once a day the invoices of each customer who wants letters, and writes about the new ones and
 * the ones that are due soon. Several processes may run it: only one of them checks a customer.
 */
export const writeAboutInvoicesStep = ({ database, clock, ...options }: InvoiceLettersOptions): Step => ({
  name: 'invoice letters',
  async run(wake) {
    const now = clock()
    const { timeZone } = options.site
    if (!isLetterTime(now, timeZone)) return
    const context = { ...options, now, today: today(timeZone, now) }
    const checkedCount = await database.transaction(
      (trx) => checkSomeCustomers(trx, context),
      'read committed',
    )
    if (checkedCount === mostARound) wake()
  },
})

/** Returns how many customers were checked. */
const checkSomeCustomers = async (trx: Queries, context: LetterContext): Promise<number> => {
  const { today: day, site, now } = context
  const customers = await claimCustomers(trx, { today: day, nextLookOn: addDays(day, 1), most: mostARound })
  for (const { userId, askedAt } of customers) {
    const unpaid = await findUnpaidOf(trx, { userId, at: now.toISOString(), dueFrom: day })
    const askedOn = today(site.timeZone, new Date(askedAt))
    const chosen = chooseInvoices(unpaid, { today: day, askedOn })
    if (chosen.length > 0) await writeToCustomer(trx, userId, chosen, context)
  }
  return customers.length
}

interface LetterContext {
  payments: Pick<Payments, 'gateway'>
  site: LetterSite & { timeZone: string }
  now: Date
  today: string
}

/** Mails one letter about all new invoices, and one about all that are due soon; none if nothing is to be paid. */
const writeToCustomer = async (
  trx: Queries,
  userId: string,
  chosen: readonly ChosenInvoice[],
  context: LetterContext,
) => {
  const { now, today } = context
  const to = await findAddressee(trx, userId)
  if (to === undefined) return
  const owed = await findStillOwed(trx, userId, chosen, context)
  for (const { id, as, dueAt, charge } of owed) {
    if (as === 'due' && charge) continue
    // If a charge is planned, it may fail, and the customer still has to be reminded.
    const isLast = charge === null && isNearDue(dueAt, today)
    await saveNotice(trx, { userId, invoiceId: id, isLast, now: now.toISOString() })
  }
  const news = owed.filter(({ as }) => as === 'new')
  const due = owed.filter(({ as, charge }) => as === 'due' && charge === null)
  // An autopayment by invoice warns of its charge: a second letter would say the same.
  if (news.some(({ charge }) => !charge?.hasOwnWarning))
    await send(trx, newInvoicesLetter, { to, userId, invoices: news }, context)
  if (due.length > 0) await send(trx, unpaidInvoicesLetter, { to, userId, invoices: due }, context)
}

/** The invoices that pending payments will not pay, each with the coming charge of an autopayment; `null` if none. */
const findStillOwed = async (
  trx: Queries,
  userId: string,
  chosen: readonly ChosenInvoice[],
  { payments, site, now }: LetterContext,
) => {
  const forgottenSince = keysForgottenSince(payments.gateway, now)
  const owed = []
  for (const { invoice, as } of chosen) {
    const { account, left } = invoice
    if ((await sumPending(trx, { account, userId, forgottenSince })) >= left) continue
    const charge = await findComingCharge(trx, { userId, ...invoice }, site.timeZone)
    owed.push({ ...invoice, as, charge })
  }
  return owed
}

const send = async (
  trx: Queries,
  compose: typeof unpaidInvoicesLetter,
  { to, userId, invoices }: { to: string; userId: string; invoices: readonly InvoiceInLetter[] },
  { site, now, today }: LetterContext,
) => {
  const stop = await issueOffLink(trx, { userId, letters: 'invoices', now })
  const letter = compose(site, { invoices, stop, today })
  const unsubscribe = `${site.publicUrl}${portalPaths.stopInvoiceLetters(stop.id, stop.code)}`
  await enqueueLetter(trx, { to, letter, userId, unsubscribe, now })
}
