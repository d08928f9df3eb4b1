import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import { appendAllToLedger, lockLedgersOf, type NewLedgerEntry } from 'api/ledger/ledger.repository'
import { settleByBalance } from 'api/ledger/settlement.repository'
import { toKopecks } from 'contract/money'
import { addDays } from 'format/dates'
import { type Books, openedAt, owedBefore, possibleOpenings } from './books'
import { firstOfEach } from './first-of-each'
import { lineWords as words } from './import.words'
import { defineKind, type ImportContext } from './import-kind'
import type { Counts } from './import-outcome'
import {
  chargeFields,
  type InvoiceEntry,
  type InvoiceField,
  invoiceFields,
  readInvoices,
} from './invoice-entries'
import {
  findInvoices,
  insertInvoices,
  type NewInvoice,
  readBooks,
  type StoredInvoice,
} from './invoices.repository'
import { momentsIn } from './moments'
import { findKnown } from './register.repository'

const keyOf = ({ account, period }: InvoiceEntry) => `${account} ${period}`

const isSame = (stored: StoredInvoice, entry: InvoiceEntry) =>
  stored.issued_at === entry.issued &&
  stored.due_at === entry.due &&
  stored.penalty === entry.penalty &&
  stored.lines === JSON.stringify(entry.lines) &&
  (entry.opening === null || stored.opening_balance === entry.opening)

/** What becomes of an invoice: why it is refused, or what is written. */
type Decision =
  | { refused: string; column: string }
  | { invoice: NewInvoice; ledger: NewLedgerEntry[]; isIncluded: boolean }

const writerOf = ({ bad, timeZone, now }: ImportContext) => {
  const { startOf, momentOf } = momentsIn({ timeZone, now })

  const openingOf = (entry: InvoiceEntry, books: Books): { balance: number } | { refused: string } => {
    const issuedTo = startOf(addDays(entry.issued, 1))
    if (entry.opening === null)
      return { balance: owedBefore(books, { moment: momentOf(entry.issued), issuedTo }) }
    const { least, most } = possibleOpenings(books, {
      issuedTo,
      before: books.newest ? startOf(books.newest.issuedAt) : (openedAt(books) ?? startOf(entry.issued)),
    })
    // Its account has a bad line already, and the difference may come of that.
    const isExcused = bad.accounts.has(entry.account)
    return isExcused || (least <= entry.opening && entry.opening <= most)
      ? { balance: entry.opening }
      : { refused: words.opening(least, most) }
  }

  const decide = (entry: InvoiceEntry, books: Books): Decision => {
    const { account, period, issued, charged, recalculation, penalty } = entry
    const at = momentOf(issued)
    const id = orderedId()
    const invoiceWith = (opening: number): NewInvoice => ({
      id,
      account,
      period,
      issued_at: issued,
      due_at: entry.due,
      opening_balance: opening,
      lines: JSON.stringify(entry.lines),
      charged,
      penalty,
    })
    const opened = openedAt(books)
    if (opened !== null && at < opened)
      return entry.opening === null
        ? { refused: words.beforeOpening, column: entry.periodColumn }
        : { invoice: invoiceWith(entry.opening), ledger: [], isIncluded: true }
    if (books.newest && books.newest.period > period)
      return { refused: words.laterInvoice, column: entry.periodColumn }

    const ledger: NewLedgerEntry[] = []
    const isFirst = books.entries.length === 0
    if (isFirst)
      ledger.push({ account, kind: 'opening', amount: toKopecks(entry.opening ?? 0), at: startOf(issued) })
    const opening = isFirst ? { balance: entry.opening ?? 0 } : openingOf(entry, books)
    if ('refused' in opening) return { refused: opening.refused, column: entry.openingColumn }
    const amounts = [
      ['charge', charged - recalculation],
      ['recalculation', recalculation],
      ['penalty', penalty],
    ] as const
    for (const [kind, amount] of amounts)
      if (amount !== 0) ledger.push({ account, kind, amount: toKopecks(amount), at, invoiceId: id })
    return { invoice: invoiceWith(opening.balance), ledger, isIncluded: false }
  }

  return async (trx: Queries, entries: readonly InvoiceEntry[]): Promise<Counts> => {
    const refuse = ({ line, account }: InvoiceEntry, column: string, reason: string) => {
      bad.add({ line, column, reason })
      bad.accounts.add(account)
    }
    const first = await firstOfEach(trx, entries, keyOf, (entry) =>
      refuse(entry, entry.accountColumn, words.scattered),
    )
    const wanted = [...new Set(first.map(({ account }) => account))]
    const known = await findKnown(trx, wanted)
    const accounts = wanted.filter((account) => known.has(account))
    await lockLedgersOf(trx, accounts)
    const stored = await findInvoices(trx, accounts, [...new Set(first.map(({ period }) => period))])
    const books = await readBooks(trx, accounts)

    const counts: Counts = { added: 0, changed: 0, same: 0, included: 0 }
    const invoices: NewInvoice[] = []
    const ledger: NewLedgerEntry[] = []
    for (const entry of first) {
      const kept = books.get(entry.account)
      if (!kept) {
        refuse(entry, entry.accountColumn, words.unknownAccount(entry.account))
        continue
      }
      const before = stored.get(keyOf(entry))
      if (before) {
        if (isSame(before, entry)) counts.same++
        else refuse(entry, entry.periodColumn, words.otherInvoice)
        continue
      }
      const decision = decide(entry, kept)
      if ('refused' in decision) {
        refuse(entry, decision.column, decision.refused)
        continue
      }
      invoices.push(decision.invoice)
      ledger.push(...decision.ledger)
      kept.entries.push(...decision.ledger)
      if (!kept.newest || kept.newest.period < entry.period)
        kept.newest = { period: entry.period, issuedAt: entry.issued }
      counts.added++
      if (decision.isIncluded) counts.included++
    }
    await insertInvoices(trx, invoices)
    await appendAllToLedger(trx, ledger)
    await settleByBalance(trx, accounts)
    return counts
  }
}

/** Invoices as the company's own billing made them, checked to the kopeck and against the ledger. */
export const invoicesImport = defineKind<InvoiceField, InvoiceEntry>({
  name: 'invoices',
  fields: invoiceFields,
  entries: readInvoices,
  writer: writerOf,
})

/** Charges alone: their invoices begin with what the ledger says is owed. */
export const chargesImport = defineKind<keyof typeof chargeFields, InvoiceEntry>({
  name: 'charges',
  fields: chargeFields,
  entries: readInvoices,
  writer: writerOf,
})
