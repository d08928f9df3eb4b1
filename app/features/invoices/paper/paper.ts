import type { QrDrawing } from '~/ui/qr-code/qr-code'

/** A document for customers, from the top to the bottom. The company's name and phone, and the page numbers, are added. */
export interface Paper {
  /** Of the file, and at the bottom of each page. */
  title: string
  blocks: readonly PaperBlock[]
}

export type PaperBlock =
  | { kind: 'heading' | 'section' | 'main' | 'text' | 'small'; words: string }
  | { kind: 'pairs'; rows: readonly PaperPair[] }
  | ({ kind: 'table' } & PaperTable)
  | { kind: 'code'; drawing: QrDrawing; alt: string; words: string }

export interface PaperPair {
  term: string
  description: string
}

export interface PaperTable {
  /** The first one heads the rows. Points; '*' takes the rest. */
  columns: readonly { title: string; width: number | '*'; align: 'left' | 'right' }[]
  rows: readonly (readonly string[])[]
  /** The last row; null: there is none. */
  total: readonly string[] | null
}
