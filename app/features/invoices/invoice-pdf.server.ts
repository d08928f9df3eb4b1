import regularFont from '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf?inline'
import boldFont from '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf?inline'
import { create, type Font } from 'fontkit'
import PDFDocument, { type Structure, type Table } from 'pdfkit'
import type { CompanyContact } from '~/server/pages/company-name.server'
import type { QrDrawing } from '~/ui/qr-code/qr-code'
import { drawableText } from './drawable-text.server'
import type { InvoiceLineView, InvoiceView } from './invoice-view'

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
const fonts = { [REGULAR]: open(regularFont), [BOLD]: open(boldFont) }

function open(dataUrl: string): Font {
  const font = create(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
  // The font keeps the first object of each glyph. That of a Latin letter which a Cyrillic one is composed of would not
  // know its letter, and the text of later documents could not be copied.
  for (const character of font.characterSet) font.glyphForCodePoint(character)
  return font
}

type Row = { term: string; description: string }

interface InvoiceOnPaper {
  company: CompanyContact
  code: QrDrawing | null
}

/** The invoice as a tagged PDF (PDF/UA), with the same text, amounts and QR code as the page. */
export const invoicePdf = (view: InvoiceView, { company, code }: InvoiceOnPaper): Promise<Buffer> => {
  const title = `${view.heading}, лицевой счёт ${view.account}`
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
  draw(doc, view, { company, code })
  footers(doc, title)
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

const draw = (doc: PDFDocument, view: InvoiceView, { company, code }: InvoiceOnPaper) => {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const say = (type: 'H1' | 'H2' | 'P', words: string, font: string, size: number, colour = INK) => {
    doc.font(font).fontSize(size).fillColor(colour)
    doc.text(drawable(words), MARGIN, doc.y, { structParent: root, structType: type, width: widthOf(doc) })
  }

  say('P', [company.name, company.phone].filter(Boolean).join(', '), BOLD, 10)
  doc.moveDown(0.8)
  say('H1', view.heading, BOLD, 20)
  doc.moveDown(0.3)
  say('P', `Выпущена ${view.issued}`, REGULAR, 10, SOFT)
  doc.moveDown(0.8)
  say('P', `${view.top.term}: ${view.top.description}`, BOLD, 16)
  say('P', `${view.status.text}. ${view.due.text}. Состояние на\u00a0${view.asOf}`, REGULAR, 10, SOFT)
  doc.moveDown(0.8)

  say('H2', 'Лицевой счёт', BOLD, 12)
  doc.moveDown(0.3)
  pairs(doc, root, view.facts)
  say('H2', 'Начисления, ₽', BOLD, 12)
  doc.moveDown(0.3)
  if (view.lines.length === 0) say('P', 'В этом месяце начислений не было.', REGULAR, 10)
  else charges(doc, root, view)
  say('H2', 'Как получилась сумма', BOLD, 12)
  doc.moveDown(0.3)
  pairs(doc, root, [...view.sums, view.outcome])
  say('H2', 'Реквизиты', BOLD, 12)
  doc.moveDown(0.3)
  pairs(doc, root, view.payee)
  if (code) qrFigure(doc, root, code)
  root.end()
}

const widthOf = (doc: PDFDocument) => doc.page.width - 2 * MARGIN

const pairs = (doc: PDFDocument, root: Structure, rows: readonly Row[]) => {
  if (rows.length === 0) return
  doc.font(REGULAR).fontSize(9.5).fillColor(INK)
  doc.table({
    structParent: root,
    position: { x: MARGIN, y: doc.y },
    columnStyles: [170, '*'],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: LINE, padding: [3, 4, 3, 0] },
    data: rows.map(({ term, description }) => [
      { text: drawable(term), type: 'TH' as const, textColor: SOFT },
      { text: drawable(description) },
    ]),
  })
  afterTable(doc)
}

const PADDING = { top: 3, right: 4, bottom: 3, left: 2 }

/** A table a page, each with the names of the columns: pdfkit does not repeat them. */
const charges = (doc: PDFDocument, root: Structure, view: InvoiceView) => {
  const columns = columnsOf(view)
  const lines = view.linesTotal ? [...view.lines, view.linesTotal] : view.lines
  const rows = lines.map((line) =>
    columns.map(({ cell, align }) => ({
      text: drawable(cell(line)),
      align,
      ...(line === view.linesTotal && { font: { src: BOLD } }),
    })),
  )
  let table: Table | null = null
  for (const row of rows) {
    doc.font(REGULAR).fontSize(8.5).fillColor(INK)
    if (table && doc.y + heightOf(doc, columns, row) >= bottomOf(doc)) {
      table.end()
      table = null
      doc.addPage()
    }
    table ??= beginTable(doc, root, columns)
    table.row(row)
  }
  table?.end()
  afterTable(doc)
}

const beginTable = (doc: PDFDocument, root: Structure, columns: readonly PdfColumn[]) =>
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
    .row(columns.map(({ title, align }) => ({ text: title, type: 'TH' as const, align })))

const heightOf = (doc: PDFDocument, columns: readonly PdfColumn[], row: readonly { text: string }[]) => {
  const fixed = columns.reduce((sum, { width }) => sum + (width === '*' ? 0 : width), 0)
  const heights = row.map(({ text }, at) => {
    const width = columns[at]?.width
    const whole = typeof width === 'number' ? width : widthOf(doc) - fixed
    return doc.heightOfString(text, { width: whole - PADDING.left - PADDING.right })
  })
  return Math.max(...heights) + PADDING.top + PADDING.bottom
}

const bottomOf = (doc: PDFDocument) => doc.page.height - MARGIN - FOOTER

/** What the document is, and which of its pages, on each page. Screen readers leave it out. */
const footers = (doc: PDFDocument, title: string) => {
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

interface PdfColumn {
  title: string
  width: number | '*'
  align: 'left' | 'right'
  cell: (line: InvoiceLineView) => string
}

const columnsOf = (view: InvoiceView): PdfColumn[] => [
  { title: 'Услуга', width: '*', align: 'left', cell: ({ service }) => service },
  { title: 'Объём', width: 68, align: 'right', cell: (line) => figureOf(view, line, 'volume') },
  { title: 'Тариф', width: 56, align: 'right', cell: (line) => figureOf(view, line, 'tariff') },
  { title: 'Начислено', width: 62, align: 'right', cell: ({ charged }) => charged },
  ...(view.hasRecalculations ? [figures('Перерасчёт', (line) => figureOf(view, line, 'recalculation'))] : []),
  ...(view.hasBenefits ? [figures('Льгота', (line) => figureOf(view, line, 'benefit'))] : []),
  ...(view.hasTotals ? [figures('Итого', ({ total }) => total)] : []),
]

const figures = (title: string, cell: PdfColumn['cell']): PdfColumn => ({
  title,
  width: 62,
  align: 'right',
  cell,
})

const figureOf = ({ linesTotal }: InvoiceView, line: InvoiceLineView, key: keyof InvoiceLineView) =>
  line[key] || (line === linesTotal ? '' : '—')

const afterTable = (doc: PDFDocument) => {
  doc.x = MARGIN
  doc.moveDown(1)
}

const qrFigure = (doc: PDFDocument, root: Structure, { size, path }: QrDrawing) => {
  if (doc.y + QR_SIDE > bottomOf(doc)) doc.addPage()
  const top = doc.y
  const figure = doc.struct('Figure', { alt: 'QR-код для оплаты: реквизиты и сумма этой квитанции' }, () => {
    doc.save()
    doc.translate(MARGIN, top).scale(QR_SIDE / size)
    doc.path(path).fill('#000000')
    doc.restore()
  })
  root.add(figure)
  doc.font(REGULAR).fontSize(9).fillColor(SOFT)
  doc.text(
    'Откройте приложение банка и наведите камеру на код: реквизиты и сумма заполнятся сами.',
    MARGIN + QR_SIDE + 16,
    top + 12,
    { structParent: root, structType: 'P', width: widthOf(doc) - QR_SIDE - 16 },
  )
}
