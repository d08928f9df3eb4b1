import type { invoiceLine } from 'contract/invoices'
import { longestIdentifier } from 'contract/limits'
import type { z } from 'zod'
import type { BadLines } from './bad-lines'
import type { FieldReader } from './field-reader'
import { lineWords as words } from './import.words'
import type { ImportContext } from './import-kind'
import type { CsvLine } from './source-file'
import type { Entry } from './staged-entries'

export const chargeFields = {
  account: 'required',
  period: 'required',
  issued: 'required',
  due: 'required',
  service: 'required',
  charged: 'required',
  unit: 'optional',
  volume: 'optional',
  /** Rubles for one unit. */
  tariff: 'optional',
  recalculation: 'optional',
  /** Is subtracted; below zero if a benefit is taken back. */
  benefit: 'optional',
  /** The total of the line, only for a check. */
  total: 'optional',
  /** The penalty of the invoice, the same in all its lines. */
  penalty: 'optional',
  /** The supplier of the service, if several bill an account. */
  supplier: 'optional',
} as const

export const invoiceFields = {
  ...chargeFields,
  /** What was owed before the invoice's charges. */
  opening: 'required',
  /** The total of the invoice: opening balance, lines and penalty. */
  invoice_total: 'required',
} as const

export type InvoiceField = keyof typeof invoiceFields
type Reader = FieldReader<InvoiceField>

interface Head {
  account: string
  period: string
  /** Empty: the file names none. */
  supplier: string
  issued: string
  due: string
  penalty: number
  /** Null: the portal's own balance. */
  opening: number | null
  total: number | null
}

export type EntryLine = z.input<typeof invoiceLine>

/** A whole invoice of a supplier, from one or more lines of the file. */
export interface InvoiceEntry extends Head, Entry {
  lines: EntryLine[]
}

/** Values of an invoice that all its lines repeat. */
const sameInAllLines = ['issued', 'due', 'penalty', 'opening', 'total'] as const
const fieldOf = {
  issued: 'issued',
  due: 'due',
  penalty: 'penalty',
  opening: 'opening',
  total: 'invoice_total',
} as const

/** Sums what the lines charge, and how much of it is recalculated. */
export const sumsOfLines = (lines: readonly EntryLine[]) => ({
  charged: lines.reduce((sum, { total }) => sum + total, 0),
  recalculation: lines.reduce((sum, { recalculation }) => sum + (recalculation ?? 0), 0),
})

const readHead = (reader: Reader, today: string): Head => {
  const head = {
    account: reader.account('account'),
    period: reader.period('period'),
    supplier: reader.optionalText('supplier', longestIdentifier),
    issued: reader.pastDay('issued', today),
    due: reader.day('due'),
    penalty: reader.optionalMoney('penalty') ?? 0,
    opening: reader.has('opening') ? reader.money('opening') : null,
    total: reader.has('invoice_total') ? reader.money('invoice_total') : null,
  }
  if (!reader.isBad && head.due < head.issued) reader.refuse('due', words.dueEarly, ['issued'])
  return head
}

const readService = (reader: Reader) => {
  const unit = reader.optionalText('unit')
  const volume = reader.optionalSignedNumber('volume')
  const tariff = reader.optionalPrice('tariff')
  const charged = reader.money('charged')
  const recalculation = reader.optionalMoney('recalculation') ?? 0
  const benefit = reader.optionalMoney('benefit') ?? 0
  const total = charged + recalculation - benefit
  const statedTotal = reader.optionalMoney('total')
  if (!reader.isBad && statedTotal !== null && statedTotal !== total)
    reader.refuse('total', words.lineTotal(total), ['charged', 'recalculation', 'benefit'])
  return {
    service: reader.text('service'),
    ...(unit !== '' && { unit }),
    ...(volume !== null && { volume }),
    ...(tariff !== null && { tariff }),
    charged,
    ...(recalculation !== 0 && { recalculation }),
    ...(benefit !== 0 && { benefit }),
    total,
  }
}

/** An invoice whose lines are being read. */
interface OpenInvoice {
  entry: InvoiceEntry
  isBad: boolean
}

/**
 * Reads invoices whose lines follow each other, one service in each. An invoice with a bad line is left out. A line
 * without an account may belong to the invoice before it or after it, so both are left out.
 */
export async function* readInvoices(
  lines: AsyncIterable<CsvLine>,
  reader: Reader,
  { today, bad }: ImportContext & { bad: BadLines },
): AsyncGenerator<InvoiceEntry> {
  let open: OpenInvoice | undefined
  let isAfterUnknown = false

  const closeInvoice = function* () {
    if (!open) return
    const { entry } = open
    const { account, opening, total, penalty, line } = entry
    const computed = (opening ?? 0) + sumsOfLines(entry.lines).charged + penalty
    if (open.isBad) bad.accounts.add(account)
    else if (total !== null && total !== computed)
      bad.add({ line, column: reader.title('invoice_total'), reason: words.total(computed) }, account)
    else yield entry
    open = undefined
  }

  for await (const line of lines) {
    reader.begin(line)
    const head = readHead(reader, today)
    const service = readService(reader)
    if (!reader.hasAccount) {
      if (open) open.isBad = true
      isAfterUnknown = true
      continue
    }
    const isNext =
      open?.entry.account !== head.account ||
      open.entry.period !== head.period ||
      open.entry.supplier !== head.supplier
    if (isNext) {
      yield* closeInvoice()
      const key = `${head.account} ${head.period} ${head.supplier}`
      open = { entry: { ...head, line: reader.line, key, lines: [] }, isBad: isAfterUnknown }
    }
    if (!open) continue
    const { entry } = open
    if (!isNext && !reader.isBad && !open.isBad)
      for (const name of sameInAllLines)
        if (head[name] !== entry[name]) reader.refuse(fieldOf[name], words.differs)
    entry.lines.push(service)
    open.isBad ||= reader.isBad || isAfterUnknown
    isAfterUnknown = false
  }
  yield* closeInvoice()
}
