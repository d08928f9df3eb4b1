import { comingChargeFor } from 'api/autopayments'
import type { Queries } from 'api/db/database'
import type { LetterSite } from 'api/mail/letter'
import { issueOffLink } from 'api/mail/off-link'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { keysForgottenSince, type Payments, sumPending } from 'api/payments'
import { portalPaths } from 'contract/portal-paths'
import { type ChosenInvoice, isNearDue } from './choose-invoices'
import { findAddressee } from './invoice-letters.repository'
import { saveNotice } from './invoice-notices.repository'
import { type InvoiceInLetter, newInvoicesLetter, unpaidInvoicesLetter } from './invoices.letters'

export interface LetterContext {
  payments: Pick<Payments, 'gateway'>
  site: LetterSite & { timeZone: string }
  now: Date
  today: string
}

/** Writes one letter about all new invoices, and one about all that are due soon; none where there is nothing to pay. */
export const writeToCustomer = async (
  trx: Queries,
  userId: string,
  chosen: readonly ChosenInvoice[],
  writing: LetterContext,
) => {
  const { now, today } = writing
  const to = await findAddressee(trx, userId)
  if (to === undefined) return
  const owed = await stillOwed(trx, userId, chosen, writing)
  for (const { id, as, dueAt, charge } of owed) {
    if (as === 'due' && charge) continue
    // If a charge is planned, it may fail, and the customer still has to be reminded.
    const isLast = charge === null && isNearDue(dueAt, today)
    await saveNotice(trx, { userId, invoiceId: id, isLast, now: now.toISOString() })
  }
  const news = owed.filter(({ as }) => as === 'new')
  const due = owed.filter(({ as, charge }) => as === 'due' && charge === null)
  // The warning of an autopayment by invoice tells all of it: it needs no second letter.
  if (news.some(({ charge }) => !charge?.hasOwnWarning))
    await send(trx, 'invoice-new', { to, userId, invoices: news }, writing)
  if (due.length > 0) await send(trx, 'invoice-due', { to, userId, invoices: due }, writing)
}

/** The invoices that no payment under way will pay, each with the autopayment's charge that will; null: none. */
const stillOwed = async (
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
    const charge = await comingChargeFor(trx, { userId, ...invoice }, site.timeZone)
    owed.push({ ...invoice, as, charge })
  }
  return owed
}

const lettersAbout = { 'invoice-new': newInvoicesLetter, 'invoice-due': unpaidInvoicesLetter }

const send = async (
  trx: Queries,
  kind: keyof typeof lettersAbout,
  { to, userId, invoices }: { to: string; userId: string; invoices: readonly InvoiceInLetter[] },
  { site, now, today }: LetterContext,
) => {
  const stop = await issueOffLink(trx, { userId, letters: 'invoices', now })
  const letter = lettersAbout[kind](site, { invoices, stop, today })
  const unsubscribe = `${site.publicUrl}${portalPaths.stopInvoiceLetters(stop.id, stop.code)}`
  await enqueueLetter(trx, { to, kind, letter, userId, unsubscribe, now })
}
