import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Panel } from '~/ui/panel/panel'
import { Tooltip } from '~/ui/tooltip/tooltip'
import styles from './invoice-terms.module.css'
import type { InvoiceView } from './invoice-view'

/** The terms of an invoice with a one-sentence explanation each; the key names the place on the page. */
const terms = {
  volume: ['Объём', 'Сколько услуги потрачено за месяц: по счётчику, по норме или по площади.'],
  tariff: ['Тариф', 'Цена единицы услуги. Объём, умноженный на тариф, — это и есть «Начислено».'],
  recalculation: [
    'Перерасчёт',
    'Поправка за прошлые месяцы: с минусом, если деньги возвращают, с плюсом, если начислили меньше, чем нужно.',
  ],
  benefit: ['Льгота', 'Часть суммы, которую вам по закону можно не платить.'],
  debt: ['Долг на начало месяца', 'То, что осталось неоплаченным по прошлым квитанциям.'],
  overpaid: [
    'Переплата на начало месяца',
    'Вы заплатили больше, чем нужно: этот остаток уменьшает сумму новой квитанции.',
  ],
  corrections: [
    'Возвраты и исправления',
    'Что добавилось к долгу после выпуска квитанции: деньги, которые вам вернули, и поправки компании.',
  ],
  penalty: ['Пени', 'Плата за просрочку дольше 30\u00a0дней. Если платить вовремя, пеней нет.'],
} as const satisfies Record<string, readonly [word: string, meaning: string]>

type Term = keyof typeof terms

const isTerm = (key: string): key is Term => key in terms

const allTerms = Object.keys(terms).filter(isTerm)

/** The explained term for a word of the invoice, if there is one. */
const termOf = (word: string) => allTerms.find((term) => terms[term][0] === word)

/** The explained terms among the table's columns. */
const columnTerms = ({ hasRecalculations, hasBenefits }: InvoiceView): Term[] => [
  'volume',
  'tariff',
  ...(hasRecalculations ? (['recalculation'] as const) : []),
  ...(hasBenefits ? (['benefit'] as const) : []),
]

/** A word of the invoice, as a link to its explanation where there is one; a tooltip shows the same. */
export function InvoiceWord({ word }: { word: string }) {
  const term = termOf(word)
  return term ? <TermLink term={term} /> : word
}

function TermLink({ term }: { term: Term }) {
  const [word, meaning] = terms[term]
  return (
    <Tooltip text={meaning}>
      <a className={styles.term} href={`#term-${term}`}>
        {word}
      </a>
    </Tooltip>
  )
}

/** The explained terms of the table, listed below it. */
export function ColumnTerms({ view }: { view: InvoiceView }) {
  if (view.lines.length === 0) return null
  return (
    <ul className={styles.terms} aria-label="Слова в таблице" data-print="hidden">
      <li className={styles.question} aria-hidden="true">
        Что это значит?
      </li>
      {columnTerms(view).map((term) => (
        <li key={term}>
          <TermLink term={term} />
        </li>
      ))}
    </ul>
  )
}

/** The explanations of all terms on this invoice. */
export function InvoiceTerms({ view }: { view: InvoiceView }) {
  const sums = view.sums.flatMap(({ term }) => termOf(term) ?? [])
  const shown = [...(view.lines.length > 0 ? columnTerms(view) : []), ...sums]
  return (
    <div data-print="hidden">
      <Panel title="Слова в квитанции" tone="quiet">
        <DefinitionList
          rows={shown.map((term) => ({
            term: terms[term][0],
            label: <span id={`term-${term}`}>{terms[term][0]}</span>,
            description: terms[term][1],
          }))}
        />
      </Panel>
    </div>
  )
}
