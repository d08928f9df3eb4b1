import { type Column, Table } from '~/ui/table/table'
import type { InvoiceLineView, InvoiceView } from './invoice-view'

export function InvoiceLines({ view }: { view: InvoiceView }) {
  if (view.lines.length === 0) return <p>В этом месяце начислений не было.</p>
  return (
    <Table
      caption="Начисления, ₽"
      columns={columnsOf(view)}
      rows={view.linesTotal ? [...view.lines, view.linesTotal] : view.lines}
      rowKey={({ key }) => key}
      narrow="brief"
    />
  )
}

const columnsOf = (view: InvoiceView): Column<InvoiceLineView>[] => {
  const { linesTotal, hasRecalculations, hasBenefits, hasTotals } = view
  const isTotal = (line: InvoiceLineView) => line === linesTotal
  const figures = (key: keyof InvoiceLineView, title: string, isBold = false): Column<InvoiceLineView> => ({
    key,
    title,
    align: 'end',
    cell: (line) => {
      if (isTotal(line) && !line[key]) return null
      return isBold || isTotal(line) ? <strong>{line[key]}</strong> : line[key] || '—'
    },
  })
  return [
    {
      key: 'service',
      title: 'Услуга',
      head: true,
      cell: (line) => (isTotal(line) ? <strong>{line.service}</strong> : line.service),
    },
    figures('volume', 'Объём'),
    figures('tariff', 'Тариф'),
    figures('charged', 'Начислено', !hasTotals),
    ...(hasRecalculations ? [figures('recalculation', 'Перерасчёт')] : []),
    ...(hasBenefits ? [figures('benefit', 'Льгота')] : []),
    ...(hasTotals ? [figures('total', 'Итого', true)] : []),
  ]
}
