import type { QrDrawing } from '~/ui/qr-code/qr-code'
import type { InvoiceLineView, InvoiceView } from './invoice-view'
import type { Paper, PaperBlock, PaperTable } from './paper/paper'

/** The invoice with the same text, amounts and QR code as its page. */
export const invoicePaper = (view: InvoiceView, code: QrDrawing | null): Paper => ({
  title: `${view.heading}, лицевой счёт ${view.account}`,
  blocks: [
    { kind: 'heading', words: view.heading },
    { kind: 'small', words: `Выпущена ${view.issued}` },
    { kind: 'main', words: `${view.top.term}: ${view.top.description}` },
    {
      kind: 'small',
      words: `${view.status.text}. ${view.due.text}. Состояние на\u00a0${view.asOf}`,
    },
    { kind: 'section', words: 'Лицевой счёт' },
    { kind: 'pairs', rows: view.facts },
    { kind: 'section', words: 'Начисления, ₽' },
    view.lines.length === 0
      ? { kind: 'text', words: 'В этом месяце начислений не было.' }
      : { kind: 'table', ...chargesOf(view) },
    { kind: 'section', words: 'Как получилась сумма' },
    { kind: 'pairs', rows: [...view.sums, view.outcome] },
    { kind: 'section', words: 'Реквизиты' },
    { kind: 'pairs', rows: view.payee },
    ...codeOf(code),
  ],
})

const codeOf = (drawing: QrDrawing | null): PaperBlock[] =>
  drawing
    ? [
        {
          kind: 'code',
          drawing,
          alt: 'QR-код для оплаты: реквизиты и сумма этой квитанции',
          words: 'Откройте приложение банка и наведите камеру на код: реквизиты и сумма заполнятся сами.',
        },
      ]
    : []

const chargesOf = (view: InvoiceView): PaperTable => {
  const columns = columnsOf(view)
  const rowOf = (line: InvoiceLineView) => columns.map(({ cell }) => cell(line))
  return {
    columns: columns.map(({ title, width, align }) => ({ title, width, align })),
    rows: view.lines.map(rowOf),
    total: view.linesTotal && rowOf(view.linesTotal),
  }
}

type ChargesColumn = PaperTable['columns'][number] & { cell: (line: InvoiceLineView) => string }

const columnsOf = (view: InvoiceView): ChargesColumn[] => [
  { title: 'Услуга', width: '*', align: 'left', cell: ({ service }) => service },
  { title: 'Объём', width: 68, align: 'right', cell: (line) => figureOf(view, line, 'volume') },
  { title: 'Тариф', width: 56, align: 'right', cell: (line) => figureOf(view, line, 'tariff') },
  { title: 'Начислено', width: 62, align: 'right', cell: ({ charged }) => charged },
  ...(view.hasRecalculations ? [figures('Перерасчёт', (line) => figureOf(view, line, 'recalculation'))] : []),
  ...(view.hasBenefits ? [figures('Льгота', (line) => figureOf(view, line, 'benefit'))] : []),
  ...(view.hasTotals ? [figures('Итого', ({ total }) => total)] : []),
]

const figures = (title: string, cell: ChargesColumn['cell']): ChargesColumn => ({
  title,
  width: 62,
  align: 'right',
  cell,
})

const figureOf = ({ linesTotal }: InvoiceView, line: InvoiceLineView, key: keyof InvoiceLineView) =>
  line[key] || (line === linesTotal ? '' : '—')
