import type { invoiceLine } from 'contract/invoices'
import type { z } from 'zod'
import type { FieldReader } from './field-reader'
import { lineWords as words } from './import.words'
import type { ImportContext } from './import-kind'
import type { CsvLine } from './source-file'

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
  /** Above zero; it is subtracted. */
  benefit: 'optional',
  /** Of the line, to be checked. */
  total: 'optional',
  /** Of the invoice, the same in each of its lines. */
  penalty: 'optional',
} as const

export const invoiceFields = {
  ...chargeFields,
  /** What was owed before the invoice's charges. */
  opening: 'required',
  /** Of the invoice: opening balance, lines and penalty. */
  invoice_total: 'required',
} as const

export type InvoiceField = keyof typeof invoiceFields
type Reader = FieldReader<InvoiceField>

interface Head {
  account: string
  period: string
  issued: string
  due: string
  penalty: number
  /** Null: the portal's own balance. */
  opening: number | null
  total: number | null
}

/** A whole invoice, from one or more lines of the file. */
export interface InvoiceEntry extends Head {
  /** Its first line in the file. */
  line: number
  accountColumn: string
  periodColumn: string
  openingColumn: string
  lines: z.input<typeof invoiceLine>[]
  charged: number
  recalculation: number
}

/** In the order of the screen; the others follow from the account and the period. */
const sameInAllLines = ['issued', 'due', 'penalty', 'opening', 'total'] as const
const fieldOf = {
  issued: 'issued',
  due: 'due',
  penalty: 'penalty',
  opening: 'opening',
  total: 'invoice_total',
} as const

const readHead = (reader: Reader, today: string): Head => {
  const head = {
    account: reader.account('account'),
    period: reader.period('period'),
    issued: reader.pastDay('issued', today),
    due: reader.day('due'),
    penalty: reader.optionalMoney('penalty') ?? 0,
    opening: reader.has('opening') ? reader.money('opening') : null,
    total: reader.has('invoice_total') ? reader.money('invoice_total') : null,
  }
  if (!reader.isBad && head.due < head.issued) reader.refuse('due', words.dueEarly)
  if (head.penalty < 0) reader.refuse('penalty', words.notNegative)
  return head
}

const readService = (reader: Reader) => {
  const unit = reader.optionalText('unit')
  const volume = reader.optionalNumber('volume')
  const tariff = reader.optionalPrice('tariff')
  const charged = reader.money('charged')
  const recalculation = reader.optionalMoney('recalculation') ?? 0
  const benefit = reader.optionalMoney('benefit') ?? 0
  if (benefit < 0) reader.refuse('benefit', words.notNegative)
  const total = charged + recalculation - benefit
  const said = reader.optionalMoney('total')
  if (!reader.isBad && said !== null && said !== total) reader.refuse('total', words.lineTotal(total))
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
 * Reads invoices whose lines follow each other, one service in each. An invoice with a bad line is left out whole.
 */
export async function* readInvoices(
  lines: AsyncIterable<CsvLine>,
  reader: Reader,
  { today, bad }: ImportContext,
): AsyncGenerator<InvoiceEntry> {
  let open: OpenInvoice | undefined

  const closed = function* () {
    if (!open) return
    const { entry } = open
    const { opening, total, charged, penalty, line } = entry
    const computed = (opening ?? 0) + charged + penalty
    if (!open.isBad && total !== null && total !== computed) {
      bad.add({ line, column: reader.title('invoice_total'), reason: words.total(computed) })
      open.isBad = true
    }
    if (open.isBad) bad.accounts.add(entry.account)
    else yield entry
    open = undefined
  }

  for await (const line of lines) {
    reader.begin(line)
    const head = readHead(reader, today)
    const service = readService(reader)
    const isNext = open?.entry.account !== head.account || open.entry.period !== head.period
    if (isNext) {
      yield* closed()
      open = {
        entry: {
          ...head,
          line: reader.line,
          accountColumn: reader.title('account'),
          periodColumn: reader.title('period'),
          openingColumn: reader.title('opening'),
          lines: [],
          charged: 0,
          recalculation: 0,
        },
        isBad: false,
      }
    }
    if (!open) continue
    const { entry } = open
    if (!isNext && !reader.isBad && !open.isBad)
      for (const name of sameInAllLines)
        if (head[name] !== entry[name]) reader.refuse(fieldOf[name], words.differs)
    entry.lines.push(service)
    entry.charged += service.total
    entry.recalculation += service.recalculation ?? 0
    open.isBad ||= reader.isBad
  }
  yield* closed()
}
