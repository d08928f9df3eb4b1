import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Panel } from '~/ui/panel/panel'
import { type Column, Table } from '~/ui/table/table'
import { Tooltip } from '~/ui/tooltip/tooltip'
import styles from './invoice-lines.module.css'
import type { InvoiceLineView, InvoiceView } from './invoice-view'
import type { TermView } from './term-view'

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

/** A word of the sum, as a link to its explanation where there is one; a tooltip shows the same. */
export function InvoiceWord({ word, terms }: { word: string; terms: readonly TermView[] }) {
  const term = terms.find((one) => one.word === word)
  return term ? <TermLink term={term} /> : word
}

function TermLink({ term: { key, word, meaning } }: { term: TermView }) {
  return (
    <Tooltip text={meaning}>
      <a className={styles.term} href={`#term-${key}`}>
        {word}
      </a>
    </Tooltip>
  )
}

/** The explained terms of the table, listed below it. */
export function ColumnTerms({ view }: { view: InvoiceView }) {
  if (view.columnTerms.length === 0) return null
  return (
    <ul className={styles.terms} aria-label="Слова в таблице" data-print="hidden">
      <li className={styles.question} aria-hidden="true">
        Что это значит?
      </li>
      {view.columnTerms.map((term) => (
        <li key={term.key}>
          <TermLink term={term} />
        </li>
      ))}
    </ul>
  )
}

/** The explanations of all terms on this invoice. */
export function InvoiceTerms({ view }: { view: InvoiceView }) {
  return (
    <div data-print="hidden">
      <Panel title="Слова в квитанции" tone="quiet">
        <DefinitionList
          rows={[...view.columnTerms, ...view.sumTerms].map(({ key, word, meaning }) => ({
            term: word,
            label: <span id={`term-${key}`}>{word}</span>,
            description: meaning,
          }))}
        />
      </Panel>
    </div>
  )
}
