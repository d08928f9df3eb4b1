/** The part of pdfkit that the papers use; its published types lack PDF/UA and tagged tables. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'
  import type { Font } from 'fontkit'

  export interface Structure {
    add(child: Structure): this
    end(): void
  }

  interface Cell {
    text: string
    type?: 'TH' | 'TD'
    scope?: 'Row' | 'Column'
    align?: 'left' | 'right'
    textColor?: string
    font?: { src: string }
  }

  export interface Table {
    row(cells: Cell[]): this
    end(): unknown
  }

  interface TableOptions {
    structParent: Structure
    position: { x: number; y: number }
    columnStyles: (number | '*')[]
    rowStyles?: (row: number) => CellStyle
    defaultStyle: CellStyle
  }

  interface Margins {
    top: number
    right: number
    bottom: number
    left: number
  }

  interface CellStyle {
    border?: number[]
    borderColor?: string
    padding?: number[]
    backgroundColor?: string
  }

  export default class PDFDocument extends Readable {
    constructor(options: {
      size: 'A4'
      margins: Margins
      font: string | Buffer
      pdfVersion: '1.7'
      subset: 'PDF/UA'
      tagged: true
      displayTitle: true
      lang: string
      bufferPages: true
      info: { Title: string; Author: string; Creator: string; Producer: string }
    })
    x: number
    y: number
    page: { width: number; height: number; margins: Margins }
    registerFont(name: string, source: Font, family: string): this
    font(name: string): this
    fontSize(points: number): this
    fillColor(colour: string): this
    moveDown(lines: number): this
    text(
      words: string,
      x: number,
      y: number,
      options:
        | { structParent: Structure; structType: 'H1' | 'H2' | 'P'; width: number }
        | { width: number; align: 'right' },
    ): this
    heightOfString(words: string, options: { width: number }): number
    table(options: TableOptions): Table
    table(options: TableOptions & { data: Cell[][] }): this
    markContent(tag: 'Artifact', options: { type: 'Pagination' }): this
    endMarkedContent(): this
    bufferedPageRange(): { start: number; count: number }
    switchToPage(page: number): void
    struct(type: 'Document' | 'Figure', options?: { alt: string }, draw?: () => void): Structure
    addStructure(structure: Structure): this
    addPage(): this
    save(): this
    restore(): this
    translate(x: number, y: number): this
    scale(factor: number): this
    path(data: string): this
    fill(colour: string): this
    end(): void
  }
}

declare module 'fontkit' {
  export interface Font {
    layout(text: string): unknown
    hasGlyphForCodePoint(code: number): boolean
    /** Each character that the font has a glyph for. */
    readonly characterSet: readonly number[]
    glyphForCodePoint(code: number): unknown
  }
  export function create(file: Uint8Array): Font
}
