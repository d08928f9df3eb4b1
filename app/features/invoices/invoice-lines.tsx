import { type Column, Table } from '~/ui/table/table'
import type { InvoiceLineView, InvoiceView } from './invoice-view'

export function InvoiceLines({ view }: { view: InvoiceView }) {
  if (view.lines.length === 0) return <p>В этом месяце начислений не было.</p>
  return (
    <Table
      caption="Начисления, ₽"
      columns={columnsOf(view)}
      rows={view.lines}
      rowKey={({ key }) => key}
      narrow="brief"
    />
  )
}

const columnsOf = ({ hasRecalculations, hasBenefits }: InvoiceView): Column<InvoiceLineView>[] => [
  { key: 'service', title: 'Услуга', head: true, cell: ({ service }) => service },
  { key: 'volume', title: 'Объём', align: 'end', cell: ({ volume }) => volume || '—' },
  { key: 'tariff', title: 'Тариф', align: 'end', cell: ({ tariff }) => tariff || '—' },
  { key: 'charged', title: 'Начислено', align: 'end', cell: ({ charged }) => charged },
  ...(hasRecalculations ? [figures('recalculation', 'Перерасчёт')] : []),
  ...(hasBenefits ? [figures('benefit', 'Льгота')] : []),
  { key: 'total', title: 'Итого', align: 'end', cell: ({ total }) => <strong>{total}</strong> },
]

const figures = (key: 'recalculation' | 'benefit', title: string): Column<InvoiceLineView> => ({
  key,
  title,
  align: 'end',
  cell: (line) => line[key] || '—',
})
