import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import { appendAllToLedger, type NewLedgerEntry } from 'api/ledger/ledger.repository'
import { settleByBalance } from 'api/ledger/settlement.repository'
import { toKopecks } from 'contract/money'
import { addDays } from 'format/dates'
import { heldWords, lineWords as words } from './import.words'
import type { ImportContext, ImportKind, Plan, Planner, Refusal } from './import-kind'
import { noCounts } from './import-result'
import {
  chargeFields,
  type InvoiceEntry,
  type InvoiceField,
  invoiceFields,
  readInvoices,
} from './invoice-entries'
import {
  amountsOf,
  findInvoices,
  hasSameCharges,
  type InvoiceRow,
  insertInvoices,
  insertParts,
  invoiceOf,
  isSamePart,
  partOf,
  readLedgers,
  type StoredPart,
  updateInvoices,
} from './invoices.repository'
import { type Ledger, openedAt, owedBefore, possibleOpenings } from './ledger'
import { unknownAccountReasons } from './lost-zeros'
import { momentsIn } from './moments'
import { findRegisterAccounts, lockKnownLedgers } from './register.repository'

/** An invoice after the import, with its parts. */
interface PlannedInvoice extends InvoiceRow {
  isNew: boolean
  isChanged: boolean
  parts: StoredPart[]
  /** Parts that a correction replaces. */
  replaced: StoredPart[]
}

/** The decision about a part: why it is not written, or its ledger entries. */
type Decision =
  | 'same'
  | { refused: string; field: InvoiceField }
  | { held: string }
  | { change: 'added' | 'changed'; isIncluded: boolean; ledger: NewLedgerEntry[]; invoice: PlannedInvoice }

const plannerOf = ({ timeZone, now, confirmed }: ImportContext): Planner<InvoiceField, InvoiceEntry> => {
  const { startOf, momentOf } = momentsIn({ timeZone, now })

  const openingOf = (entry: InvoiceEntry, books: Ledger): { balance: number } | { refused: string } => {
    const issuedTo = startOf(addDays(entry.issued, 1))
    // The opening of a supplier's part is the debt to that supplier only: the ledger has the debt to all.
    if (entry.opening === null || entry.supplier !== '')
      return { balance: owedBefore(books, { moment: momentOf(entry.issued), issuedTo }) }
    const { least, most } = possibleOpenings(books, {
      issuedTo,
      before: books.newest ? startOf(books.newest.issuedAt) : (openedAt(books) ?? startOf(entry.issued)),
    })
    return least <= entry.opening && entry.opening <= most
      ? { balance: entry.opening }
      : { refused: words.opening(least, most) }
  }

  const entriesOf = (
    account: string,
    invoiceId: string,
    at: string,
    amounts: ReturnType<typeof amountsOf>,
  ): NewLedgerEntry[] =>
    (['charge', 'recalculation', 'penalty'] as const).flatMap((kind) =>
      amounts[kind] === 0 ? [] : [{ account, kind, amount: toKopecks(amounts[kind]), at, invoiceId }],
    )

  const firstPart = (entry: InvoiceEntry): StoredPart => ({
    ...partOf(entry),
    supplier: entry.supplier,
    version: 1,
    isStored: false,
  })

  /** Decides about an entry of an account and a month without an invoice. */
  const decideNew = (entry: InvoiceEntry, books: Ledger): Decision => {
    const { account, period, issued, supplier } = entry
    const at = momentOf(issued)
    const id = orderedId()
    const parts = [firstPart(entry)]
    const invoiceWith = (opening: number): PlannedInvoice => ({
      id,
      account,
      period,
      opening_balance: opening,
      ...invoiceOf(parts),
      isNew: true,
      isChanged: false,
      parts,
      replaced: [],
    })
    const opened = openedAt(books)
    if (opened !== null && at < opened) {
      if (entry.opening === null) return { refused: words.beforeOpening, field: 'issued' }
      return { change: 'added', invoice: invoiceWith(entry.opening), ledger: [], isIncluded: true }
    }
    if (books.newest && books.newest.period > period) return { refused: words.laterInvoice, field: 'period' }

    const ledger: NewLedgerEntry[] = []
    const isFirst = books.entries.length === 0
    if (isFirst && supplier !== '' && (entry.opening ?? 0) !== 0)
      return { refused: words.openingOfSupplier, field: 'opening' }
    if (isFirst)
      ledger.push({ account, kind: 'opening', amount: toKopecks(entry.opening ?? 0), at: startOf(issued) })
    const opening = isFirst ? { balance: entry.opening ?? 0 } : openingOf(entry, books)
    if ('refused' in opening) return { refused: opening.refused, field: 'opening' }
    ledger.push(...entriesOf(account, id, at, amountsOf(entry)))
    return { change: 'added', invoice: invoiceWith(opening.balance), ledger, isIncluded: false }
  }

  /** Decides about an entry of a stored invoice: the part of another supplier, or a correction. */
  const decideStored = (entry: InvoiceEntry, before: PlannedInvoice, books: Ledger): Decision => {
    const { account, supplier } = entry
    const part = firstPart(entry)
    const own = before.parts.find((one) => one.supplier === supplier)
    if (own && isSamePart(own, part) && hasSameOpening(entry, before)) return 'same'
    const alike = before.parts.find((one) => hasSameCharges(one, part))
    if (!confirmed && own) return { held: heldWords.corrected }
    if (!confirmed && alike) return { held: heldWords.otherSupplier(alike.supplier) }

    const opened = openedAt(books)
    const at = momentOf(own?.issued ?? entry.issued)
    const isIncluded = opened !== null && at < opened
    if (!isIncluded && books.newest && books.newest.period > entry.period)
      return { refused: words.laterInvoice, field: 'period' }
    if (own && !hasSameOpening(entry, before))
      return { refused: words.otherOpening(before.opening_balance), field: 'opening' }
    const parts = own
      ? before.parts.map((one) => (one === own ? { ...part, version: own.version + 1 } : one))
      : [...before.parts, part]
    const [amounts, amountsBefore] = [amountsOf(part), amountsOf(own ?? { lines: [], penalty: 0 })]
    const difference = {
      charge: amounts.charge - amountsBefore.charge,
      recalculation: amounts.recalculation - amountsBefore.recalculation,
      penalty: amounts.penalty - amountsBefore.penalty,
    }
    return {
      change: own ? 'changed' : 'added',
      isIncluded,
      ledger: isIncluded ? [] : entriesOf(account, before.id, at, difference),
      invoice: {
        ...before,
        ...invoiceOf(parts),
        isChanged: true,
        parts,
        replaced: own ? [...before.replaced, own] : before.replaced,
      },
    }
  }

  const plan = async (db: Queries, entries: readonly InvoiceEntry[]): Promise<Plan<InvoiceField>> => {
    const fileAccounts = [...new Set(entries.map(({ account }) => account))]
    const registerAccounts = await findRegisterAccounts(db, fileAccounts)
    const whyUnknown = await unknownAccountReasons(db, fileAccounts, registerAccounts)
    const accounts = fileAccounts.filter((account) => registerAccounts.has(account))
    const stored = await findInvoices(db, accounts, [...new Set(entries.map(({ period }) => period))])
    const invoices = new Map<string, PlannedInvoice>()
    for (const [key, invoice] of stored)
      invoices.set(key, { ...invoice, isNew: false, isChanged: false, replaced: [] })
    const allLedgers = await readLedgers(db, accounts)

    const counts = { ...noCounts }
    const refused: Refusal<InvoiceField>[] = []
    const held: Refusal<InvoiceField>[] = []
    const heldAccounts = new Set<string>()
    const ledger: NewLedgerEntry[] = []
    for (const entry of entries) {
      const { line, account, period, issued } = entry
      const refuse = (field: InvoiceField, reason: string) => {
        refused.push({ line, account, field, reason })
        // Later entries of the account depend on this one.
        allLedgers.delete(account)
      }
      const books = allLedgers.get(account)
      if (!books) {
        if (!registerAccounts.has(account)) refuse('account', whyUnknown(account))
        continue
      }
      if (heldAccounts.has(account)) {
        held.push({ line, account, field: 'period', reason: heldWords.afterHeld })
        continue
      }
      const key = `${account} ${period}`
      const before = invoices.get(key)
      const decision = before ? decideStored(entry, before, books) : decideNew(entry, books)
      if (decision === 'same') counts.same++
      else if ('refused' in decision) refuse(decision.field, decision.refused)
      else if ('held' in decision) {
        heldAccounts.add(account)
        held.push({ line, account, field: 'period', reason: decision.held })
      } else {
        invoices.set(key, decision.invoice)
        ledger.push(...decision.ledger)
        books.entries.push(...decision.ledger)
        if (!books.newest || books.newest.period < period) books.newest = { period, issuedAt: issued }
        counts[decision.change]++
        if (decision.isIncluded && decision.change === 'added') counts.included++
      }
    }
    return {
      counts,
      refused,
      held,
      async write(trx) {
        const changed = [...invoices.values()].filter(({ isNew, isChanged }) => isNew || isChanged)
        await insertInvoices(
          trx,
          changed.filter(({ isNew }) => isNew),
        )
        await updateInvoices(
          trx,
          changed.filter(({ isNew }) => !isNew),
        )
        await insertParts(trx, changed.flatMap(partsToStore), now)
        await appendAllToLedger(trx, ledger)
        await settleByBalance(trx, [...new Set(changed.map(({ account }) => account))])
      },
    }
  }
  return { lock: lockKnownLedgers, plan }
}

/** No parts for an invoice with a single part without a supplier's name: the invoice itself has all its data. */
const partsToStore = ({ id, parts, replaced }: PlannedInvoice) => {
  const [only, ...others] = parts
  if (only?.supplier === '' && others.length === 0 && replaced.length === 0) return []
  const positionOf = (part: StoredPart) => parts.findIndex(({ supplier }) => supplier === part.supplier)
  return [...replaced, ...parts]
    .filter(({ isStored }) => !isStored)
    .map((part) => ({ invoiceId: id, position: positionOf(part), part }))
}

const hasSameOpening = ({ opening, supplier }: InvoiceEntry, invoice: InvoiceRow) =>
  opening === null || supplier !== '' || opening === invoice.opening_balance

/** Invoices as the company's own billing made them, checked to the kopeck and against the ledger. */
export const invoicesImport: ImportKind<InvoiceField, InvoiceEntry> = {
  name: 'invoices',
  fields: invoiceFields,
  repeated: { field: 'account', reason: words.scattered },
  entries: readInvoices,
  planner: plannerOf,
}

/** Charges without opening balances: their invoices take the balance of the ledger. */
export const chargesImport = { ...invoicesImport, name: 'charges' as const, fields: chargeFields }
