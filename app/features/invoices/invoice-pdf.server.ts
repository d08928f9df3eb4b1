import regularFont from '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf?inline'
import boldFont from '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf?inline'
import { create, type Font } from 'fontkit'
import PDFDocument, { type Structure } from 'pdfkit'
import type { QrDrawing } from '~/ui/qr-code/qr-code'
import type { InvoiceLineView, InvoiceView } from './invoice-view'

const MARGIN = 42
const REGULAR = 'regular'
const BOLD = 'bold'
const INK = '#10201e'
const SOFT = '#43514f'
const LINE = '#c3cfcc'
const QR_SIDE = 128

/** Parsed once: parsing takes most of the time of a small document. */
const fonts = { [REGULAR]: open(regularFont), [BOLD]: open(boldFont) }

function open(dataUrl: string): Font {
  return create(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
}

type Row = { term: string; description: string }

/** The invoice as a tagged PDF (PDF/UA), with the same text, amounts and QR code as the page. */
export const invoicePdf = (
  view: InvoiceView,
  { author, code }: { author: string; code: QrDrawing | null },
): Promise<Buffer> => {
  const title = `${view.heading}, лицевой счёт ${view.account}`
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // No standard font: PDF/UA requires embedded fonts.
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: 'ru-RU',
    info: { Title: title, Author: author, Creator: author, Producer: author },
  })
  // With a family name: otherwise tables set the font up again for every cell.
  doc.registerFont(REGULAR, fonts[REGULAR], REGULAR)
  doc.registerFont(BOLD, fonts[BOLD], BOLD)
  const finished = collect(doc)
  draw(doc, view, code)
  doc.end()
  return finished
}

const collect = (doc: PDFDocument) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })

const draw = (doc: PDFDocument, view: InvoiceView, code: QrDrawing | null) => {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const say = (type: 'H1' | 'H2' | 'P', words: string, font: string, size: number, colour = INK) => {
    doc.font(font).fontSize(size).fillColor(colour)
    doc.text(words, MARGIN, doc.y, { structParent: root, structType: type, width: widthOf(doc) })
  }

  say('H1', view.heading, BOLD, 20)
  doc.moveDown(0.3)
  say('P', `Выпущена ${view.issued}`, REGULAR, 10, SOFT)
  doc.moveDown(0.8)
  say('P', `К оплате: ${view.toPay}`, BOLD, 16)
  say('P', `${view.status.text}. ${view.due}.`, REGULAR, 10, SOFT)
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
      { text: term, type: 'TH' as const, textColor: SOFT },
      { text: description },
    ]),
  })
  afterTable(doc)
}

const charges = (doc: PDFDocument, root: Structure, view: InvoiceView) => {
  const columns = columnsOf(view)
  doc.font(REGULAR).fontSize(8.5).fillColor(INK)
  doc.table({
    structParent: root,
    position: { x: MARGIN, y: doc.y },
    columnStyles: columns.map(({ width }) => width),
    rowStyles: (row) => (row === 0 ? { backgroundColor: '#f3f7f6' } : {}),
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: LINE, padding: [3, 4, 3, 2] },
    data: [
      columns.map(({ title, align }) => ({ text: title, type: 'TH' as const, align })),
      ...view.lines.map((line) => columns.map(({ cell, align }) => ({ text: cell(line), align }))),
    ],
  })
  afterTable(doc)
}

interface PdfColumn {
  title: string
  width: number | '*'
  align: 'left' | 'right'
  cell: (line: InvoiceLineView) => string
}

const columnsOf = (view: InvoiceView): PdfColumn[] => [
  { title: 'Услуга', width: '*', align: 'left', cell: ({ service }) => service },
  { title: 'Объём', width: 68, align: 'right', cell: ({ volume }) => volume || '—' },
  { title: 'Тариф', width: 56, align: 'right', cell: ({ tariff }) => tariff || '—' },
  { title: 'Начислено', width: 62, align: 'right', cell: ({ charged }) => charged },
  ...(view.hasRecalculations ? [figures('Перерасчёт', ({ recalculation }) => recalculation)] : []),
  ...(view.hasBenefits ? [figures('Льгота', ({ benefit }) => benefit)] : []),
  { title: 'Итого', width: 62, align: 'right', cell: ({ total }) => total },
]

const figures = (title: string, cell: PdfColumn['cell']): PdfColumn => ({
  title,
  width: 60,
  align: 'right',
  cell: (line) => cell(line) || '—',
})

const afterTable = (doc: PDFDocument) => {
  doc.x = MARGIN
  doc.moveDown(1)
}

const qrFigure = (doc: PDFDocument, root: Structure, { size, path }: QrDrawing) => {
  if (doc.y + QR_SIDE + MARGIN > doc.page.height) doc.addPage()
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
