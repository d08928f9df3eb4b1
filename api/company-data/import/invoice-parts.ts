import { type EntryLine, type InvoiceEntry, sumsOfLines } from './invoice-entries'

/** What a supplier charges in an invoice. */
export interface InvoicePart {
  issued: string
  due: string
  penalty: number
  lines: EntryLine[]
}

export interface StoredPart extends InvoicePart {
  supplier: string
  /** From 1, more with each correction. */
  version: number
  /** False: only its invoice has it, as the single part. */
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

/** What an invoice of these parts has. It was issued with the first, and is to be paid when the first of them is. */
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

/** By kinds of the ledger. */
export const amountsOf = ({ lines, penalty }: Pick<InvoicePart, 'lines' | 'penalty'>) => {
  const { charged, recalculation } = sumsOfLines(lines)
  return { charge: charged - recalculation, recalculation, penalty }
}
