import type { AccountInLetter } from 'api/accounts'
import { addDays } from 'format/dates'

/** An older invoice is imported history, or no longer new. */
const newForDays = 31
const remindDaysBefore = 3

/** An invoice of one of the customer's accounts that is not paid and whose due day has not passed. */
export interface UnpaidInvoice extends AccountInLetter {
  id: string
  period: string
  issuedAt: string
  dueAt: string
  /** Kopecks. */
  left: number
  /** `null` if no letter was about it. */
  notified: 'new' | 'and reminded' | null
}

export interface ChosenInvoice {
  invoice: UnpaidInvoice
  /** Whether it is news, or is due soon. */
  as: 'new' | 'due'
}

/**
 * Chooses the invoices for the letters of a day: at most one of each account, in the order of the accounts. `askedOn`: the
 * day on which the customer turned letters on.
 */
export const chooseInvoices = (
  invoices: readonly UnpaidInvoice[],
  days: { today: string; askedOn: string },
): ChosenInvoice[] =>
  [...new Set(invoices.map(({ account }) => account))].flatMap((account): ChosenInvoice[] => {
    const ofAccount = invoices.filter((invoice) => invoice.account === account)
    const newestFirst = ofAccount.toSorted((a, b) => (a.period < b.period ? 1 : -1))
    // The opening balance of the newest invoice includes the debt of all earlier ones.
    const [newest] = newestFirst
    if (newest && isNews(newest, days)) return [{ invoice: newest, as: 'new' }]
    const due = newestFirst.find((invoice) => isDueSoon(invoice, days))
    return due ? [{ invoice: due, as: 'due' }] : []
  })

const isNews = (
  { issuedAt, notified }: UnpaidInvoice,
  { today, askedOn }: { today: string; askedOn: string },
) => notified === null && issuedAt >= askedOn && issuedAt >= addDays(today, -newForDays)

const isDueSoon = (
  { issuedAt, dueAt, notified }: UnpaidInvoice,
  { today, askedOn }: { today: string; askedOn: string },
) => notified !== 'and reminded' && issuedAt >= askedOn && isNearDue(dueAt, today)

/** Whether the day of the reminder has come: from then on any letter counts as the reminder. */
export const isNearDue = (dueAt: string, today: string) => today >= addDays(dueAt, -remindDaysBefore)
