import { findParties } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import { orderedId } from 'api/db/ordered-id'
import { sql } from 'kysely'
import { type EntryLine, type InvoiceEntry, sumsOfLines } from './invoice-entries'
import type { Ledger } from './ledger'

/** The ledgers and newest invoices of the accounts. */
export const readLedgers = async (db: Queries, accounts: readonly string[]): Promise<Map<string, Ledger>> => {
  if (accounts.length === 0) return new Map()
  const entries = byAccount(
    await db
      .selectFrom('ledger_entries')
      .select(['account', 'kind', 'amount', 'happened_at as at'])
      .where('account', 'in', accounts)
      .execute(),
  )
  const newest = await db
    .selectFrom('invoices')
    .select((eb) => [
      'account',
      eb.fn.max('period').as('period'),
      // Invoices are issued in the order of their periods.
      eb.fn.max('issued_at').as('issuedAt'),
    ])
    .where('account', 'in', accounts)
    .groupBy('account')
    .execute()
  const newestOf = new Map(newest.map(({ account, ...invoice }) => [account, invoice]))
  return new Map(
    accounts.map((account) => [
      account,
      { entries: entries.get(account) ?? [], newest: newestOf.get(account) ?? null },
    ]),
  )
}

/** The columns of an invoice that an import writes. */
export interface InvoiceRow {
  id: string
  account: string
  period: string
  issued_at: string
  due_at: string
  opening_balance: number
  /** As JSON. */
  lines: string
  charged: number
  penalty: number
}

/** The invoices of these accounts for these periods, by account and period, with the newest version of each part. */
export const findInvoices = async (
  db: Queries,
  accounts: readonly string[],
  periods: readonly string[],
): Promise<Map<string, InvoiceRow & { parts: StoredPart[] }>> => {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoices')
    .select([
      'id',
      'account',
      'period',
      'issued_at',
      'due_at',
      'opening_balance',
      'lines',
      'charged',
      'penalty',
    ])
    .where('account', 'in', accounts)
    .where('period', 'in', periods)
    .execute()
  const parts = await findParts(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map((row) => [
      `${row.account} ${row.period}`,
      { ...row, parts: parts.get(row.id) ?? [onlyPart(row)] },
    ]),
  )
}

const onlyPart = ({ issued_at, due_at, penalty, lines }: InvoiceRow): StoredPart => ({
  supplier: '',
  version: 1,
  isStored: false,
  issued: issued_at,
  due: due_at,
  penalty,
  lines: JSON.parse(lines),
})

/** The newest version of each part, by invoice and in the order of its positions. */
const findParts = async (db: Queries, invoices: readonly string[]): Promise<Map<string, StoredPart[]>> => {
  if (invoices.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoice_parts')
    .select(['invoice_id', 'supplier', 'version', 'content'])
    .where('invoice_id', 'in', invoices)
    .orderBy('position')
    .orderBy('version')
    .execute()
  const bySupplier = new Map<string, Map<string, StoredPart>>()
  for (const { invoice_id, supplier, version, content } of rows) {
    const part: InvoicePart = JSON.parse(content)
    const parts = bySupplier.get(invoice_id) ?? new Map<string, StoredPart>()
    bySupplier.set(invoice_id, parts.set(supplier, { ...part, supplier, version, isStored: true }))
  }
  return new Map([...bySupplier].map(([invoice, parts]) => [invoice, [...parts.values()]]))
}

const changeableColumns = {
  issued_at: 'text',
  due_at: 'text',
  lines: 'text',
  charged: 'bigint',
  penalty: 'bigint',
} as const

const columns = {
  id: 'text',
  account: 'text',
  period: 'text',
  opening_balance: 'bigint',
  ...changeableColumns,
} as const satisfies Record<keyof InvoiceRow, unknown>

/** Adds invoices, with the parties that the register has for their accounts. */
export const insertInvoices = async (trx: Queries, invoices: readonly InvoiceRow[]) => {
  if (invoices.length === 0) return
  const partiesOf = await findParties(trx, [...new Set(invoices.map(({ account }) => account))])
  const all = { ...columns, parties: 'text' } as const
  const rows = invoices.map((invoice) => ({ ...invoice, parties: partiesOf(invoice.account) }))
  await sql`insert into invoices (${namesOf(all)}) ${jsonRows(all, rows)}`.execute(trx)
}

export const updateInvoices = async (trx: Queries, rows: readonly InvoiceRow[]) => {
  if (rows.length === 0) return
  const changes = Object.keys(changeableColumns).map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`,
  )
  await sql`update invoices set ${sql.join(changes)}
    from (${jsonRows(columns, rows)}) as changed where invoices.id = changed.id`.execute(trx)
}

const partColumns = {
  id: 'text',
  invoice_id: 'text',
  supplier: 'text',
  position: 'bigint',
  version: 'bigint',
  recorded_at: 'text',
  content: 'text',
} as const

export const insertParts = async (
  trx: Queries,
  parts: readonly { invoiceId: string; position: number; part: StoredPart }[],
  now: Date,
) => {
  if (parts.length === 0) return
  const rows = parts.map(({ invoiceId, position, part: { supplier, version, isStored: _, ...content } }) => ({
    id: orderedId(),
    invoice_id: invoiceId,
    supplier,
    position,
    version,
    recorded_at: now.toISOString(),
    content: JSON.stringify(content),
  }))
  await sql`insert into invoice_parts (${namesOf(partColumns)}) ${jsonRows(partColumns, rows)}`.execute(trx)
}

/** Groups rows by account and keeps their order. */
export const byAccount = <Row extends { account: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const grouped = new Map<string, Row[]>()
  for (const row of rows) {
    const own = grouped.get(row.account)
    if (own) own.push(row)
    else grouped.set(row.account, [row])
  }
  return grouped
}

/** The share of one supplier in an invoice. */
interface InvoicePart {
  issued: string
  due: string
  penalty: number
  lines: EntryLine[]
}

export interface StoredPart extends InvoicePart {
  supplier: string
  /** From 1, more with each correction. */
  version: number
  /** False: `invoice_parts` has no row, because it is the single part of its invoice. */
  isStored: boolean
}

export const partOf = ({ issued, due, penalty, lines }: InvoiceEntry): InvoicePart => ({
  issued,
  due,
  penalty,
  lines,
})

export const isSamePart = (one: InvoicePart, other: InvoicePart): boolean =>
  one.issued === other.issued && one.due === other.due && hasSameCharges(one, other)

export const hasSameCharges = (one: InvoicePart, other: InvoicePart): boolean =>
  one.penalty === other.penalty && JSON.stringify(one.lines) === JSON.stringify(other.lines)

/** Combines parts into an invoice, issued with the first part and due on the earliest due day. */
export const invoiceOf = (parts: readonly InvoicePart[]) => {
  const lines = parts.flatMap((part) => part.lines)
  return {
    issued_at: parts[0]?.issued ?? '',
    due_at: parts.reduce((first, { due }) => (first === '' || due < first ? due : first), ''),
    lines: JSON.stringify(lines),
    charged: sumsOfLines(lines).charged,
    penalty: parts.reduce((sum, { penalty }) => sum + penalty, 0),
  }
}

/** The amounts by kind of ledger entry. */
export const amountsOf = ({ lines, penalty }: Pick<InvoicePart, 'lines' | 'penalty'>) => {
  const { charged, recalculation } = sumsOfLines(lines)
  return { charge: charged - recalculation, recalculation, penalty }
}
