import regularFont from '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf?inline'
import boldFont from '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf?inline'
import { create, type Font } from 'fontkit'
import { withoutInvisibleSigns } from 'format/invisible-signs'
import PDFDocument, { type Structure, type Table } from 'pdfkit'
import type { CompanyContact } from '~/server/pages/company.server'
import type { Paper, PaperBlock, PaperPair, PaperTable } from './paper'

const MARGIN = 42
/** The height of the line at the bottom of each page. */
const FOOTER = 24
const REGULAR = 'regular'
const BOLD = 'bold'
const INK = '#10201e'
const SOFT = '#43514f'
const LINE = '#c3cfcc'
const QR_SIDE = 128

/** Parsed once: parsing takes most of the time of a small document. */
const fonts = { [REGULAR]: openFont(regularFont), [BOLD]: openFont(boldFont) }

function openFont(dataUrl: string): Font {
  const font = create(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
  // The font caches the first object of each glyph. A Cyrillic glyph may load a Latin one as its component, without the
  // character: text of later documents could not be copied. So each glyph is loaded by its character first.
  for (const character of font.characterSet) font.glyphForCodePoint(character)
  return font
}

/** A paper as a tagged PDF (PDF/UA). */
export const drawPaper = (paper: Paper, company: CompanyContact): Promise<Buffer> => {
  const { title } = paper
  const { name } = company
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
    // No standard font: PDF/UA requires embedded fonts.
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: 'ru-RU',
    // The footer says how many pages there are.
    bufferPages: true,
    info: { Title: title, Author: name, Creator: name, Producer: name },
  })
  // With a family name: otherwise tables set the font up again for every cell.
  doc.registerFont(REGULAR, fonts[REGULAR], REGULAR)
  doc.registerFont(BOLD, fonts[BOLD], BOLD)
  const finished = collect(doc)
  drawBlocks(doc, paper, company)
  drawFooters(doc, title)
  doc.end()
  return finished
}

const hasGlyph = (code: number) => Object.values(fonts).every((font) => font.hasGlyphForCodePoint(code))

const drawable = (text: string) => drawableText(text, hasGlyph)

const collect = (doc: PDFDocument) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })

const drawBlocks = (doc: PDFDocument, { blocks }: Paper, company: CompanyContact) => {
  const root = doc.struct('Document')
  doc.addStructure(root)
  write(doc, root, [company.name, company.phone].filter(Boolean).join(', '), looks.company)
  for (const block of blocks) {
    if (block.kind === 'pairs') drawPairs(doc, root, block.rows)
    else if (block.kind === 'table') drawTable(doc, root, block)
    else if (block.kind === 'code') drawQrFigure(doc, root, block)
    else write(doc, root, block.words, looks[block.kind])
  }
  root.end()
}

interface Look {
  tag: 'H1' | 'H2' | 'P'
  font: string
  size: number
  colour: string
  /** The space below, in lines. */
  below: number
}

const looks = {
  company: { tag: 'P', font: BOLD, size: 10, colour: INK, below: 0.8 },
  heading: { tag: 'H1', font: BOLD, size: 20, colour: INK, below: 0.3 },
  section: { tag: 'H2', font: BOLD, size: 12, colour: INK, below: 0.3 },
  main: { tag: 'P', font: BOLD, size: 16, colour: INK, below: 0 },
  text: { tag: 'P', font: REGULAR, size: 10, colour: INK, below: 0.8 },
  small: { tag: 'P', font: REGULAR, size: 10, colour: SOFT, below: 0.8 },
} satisfies Record<string, Look>

const write = (
  doc: PDFDocument,
  root: Structure,
  words: string,
  { tag, font, size, colour, below }: Look,
) => {
  doc.font(font).fontSize(size).fillColor(colour)
  doc.text(drawable(words), MARGIN, doc.y, { structParent: root, structType: tag, width: widthOf(doc) })
  doc.moveDown(below)
}

const widthOf = (doc: PDFDocument) => doc.page.width - 2 * MARGIN

const drawPairs = (doc: PDFDocument, root: Structure, rows: readonly PaperPair[]) => {
  if (rows.length === 0) return
  doc.font(REGULAR).fontSize(9.5).fillColor(INK)
  doc.table({
    structParent: root,
    position: { x: MARGIN, y: doc.y },
    columnStyles: [170, '*'],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: LINE, padding: [3, 4, 3, 0] },
    data: rows.map(({ term, description }) => [
      { text: drawable(term), ...rowHead, textColor: SOFT },
      { text: drawable(description) },
    ]),
  })
  afterTable(doc)
}

const PADDING = { top: 3, right: 4, bottom: 3, left: 2 }

/** Draws a table per page, each with the column names: pdfkit does not repeat them. */
const drawTable = (doc: PDFDocument, root: Structure, { columns, rows, total }: PaperTable) => {
  let open: Table | null = null
  for (const row of total ? [...rows, total] : rows) {
    const cells = columns.map(({ align }, at) => ({
      text: drawable(row[at] ?? ''),
      align,
      ...(at === 0 && rowHead),
      ...(row === total && { font: { src: BOLD } }),
    }))
    doc.font(REGULAR).fontSize(8.5).fillColor(INK)
    if (open && doc.y + heightOf(doc, columns, cells) >= bottomOf(doc)) {
      open.end()
      open = null
      doc.addPage()
    }
    open ??= beginTable(doc, root, columns)
    open.row(cells)
  }
  open?.end()
  afterTable(doc)
}

const rowHead = { type: 'TH', scope: 'Row' } as const
const columnHead = { type: 'TH', scope: 'Column' } as const

const beginTable = (doc: PDFDocument, root: Structure, columns: PaperTable['columns']) =>
  doc
    .table({
      structParent: root,
      position: { x: MARGIN, y: doc.y },
      columnStyles: columns.map(({ width }) => width),
      rowStyles: (row) => (row === 0 ? { backgroundColor: '#f3f7f6' } : {}),
      defaultStyle: {
        border: [0, 0, 0.5, 0],
        borderColor: LINE,
        padding: [PADDING.top, PADDING.right, PADDING.bottom, PADDING.left],
      },
    })
    .row(columns.map(({ title, align }) => ({ text: title, ...columnHead, align })))

const heightOf = (doc: PDFDocument, columns: PaperTable['columns'], row: readonly { text: string }[]) => {
  const fixed = columns.reduce((sum, { width }) => sum + (width === '*' ? 0 : width), 0)
  const heights = row.map(({ text }, at) => {
    const width = columns[at]?.width
    const whole = typeof width === 'number' ? width : widthOf(doc) - fixed
    return doc.heightOfString(text, { width: whole - PADDING.left - PADDING.right })
  })
  return Math.max(...heights) + PADDING.top + PADDING.bottom
}

const bottomOf = (doc: PDFDocument) => doc.page.height - MARGIN - FOOTER

/** Draws the title and the page number on each page. Screen readers skip them. */
const drawFooters = (doc: PDFDocument, title: string) => {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    // Below the bottom margin pdfkit would begin another page.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font(REGULAR).fontSize(8).fillColor(SOFT)
    doc.text(
      drawable(`${title}. Страница\u00a0${page + 1}\u00a0из\u00a0${count}`),
      MARGIN,
      doc.page.height - MARGIN - FOOTER / 2,
      { width: widthOf(doc), align: 'right' },
    )
    doc.endMarkedContent()
  }
}

const afterTable = (doc: PDFDocument) => {
  doc.x = MARGIN
  doc.moveDown(1)
}

const drawQrFigure = (
  doc: PDFDocument,
  root: Structure,
  { drawing: { size, path }, alt, words }: Extract<PaperBlock, { kind: 'code' }>,
) => {
  if (doc.y + QR_SIDE > bottomOf(doc)) doc.addPage()
  const top = doc.y
  const figure = doc.struct('Figure', { alt }, () => {
    doc.save()
    doc.translate(MARGIN, top).scale(QR_SIDE / size)
    doc.path(path).fill('#000000')
    doc.restore()
  })
  root.add(figure)
  doc.font(REGULAR).fontSize(9).fillColor(SOFT)
  doc.text(words, MARGIN + QR_SIDE + 16, top + 12, {
    structParent: root,
    structType: 'P',
    width: widthOf(doc) - QR_SIDE - 16,
  })
}

const REPLACEMENT = '?'
const SPACE = /^[\s\p{Z}\p{Cc}]$/u
const JOINERS = /[\u200c\u200d]/g
const DASH = /^[\p{Pd}\u2212]$/u
const MARK = /^\p{M}$/u

/**
 * Replaces signs that the fonts lack: a PDF would draw an empty box. `hasGlyph`: whether the fonts have a glyph for a
 * code point.
 */
const drawableText = (text: string, hasGlyph: (code: number) => boolean): string => {
  const clean = withoutInvisibleSigns(text.normalize('NFC')).replace(JOINERS, '')
  return Array.from(clean, (sign) => drawableSign(sign, hasGlyph)).join('')
}

const drawableSign = (sign: string, hasGlyph: (code: number) => boolean): string => {
  const isDrawable = (signs: string) => Array.from(signs).every((one) => hasGlyph(one.codePointAt(0) ?? 0))
  // A no-break space of our own texts has to stay.
  if (sign === '\u00a0' && isDrawable(sign)) return sign
  if (SPACE.test(sign)) return ' '
  if (isDrawable(sign)) return sign
  if (DASH.test(sign)) return '-'
  if (MARK.test(sign)) return ''
  const plainer = sign.normalize('NFKC')
  return isDrawable(plainer) ? plainer : REPLACEMENT
}
