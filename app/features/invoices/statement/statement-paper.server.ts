import type { Account } from 'contract/accounts'
import type { Invoice, Payee } from 'contract/invoices'
import { addMonths, formatDayWithYear, formatPeriod } from 'format/dates'
import { formatAmount, formatRubles } from 'format/money'
import { filledRows } from '../invoice-view'
import type { Paper, PaperBlock, PaperTable } from '../paper/paper'
import {
  monthsOf,
  type StatementAmount,
  type StatementMonth,
  type StatementSums,
  yearOf,
} from './statement-months'

export interface StatementInvoices {
  year: string
  /** Of the year, oldest first. */
  invoices: readonly [Invoice, ...Invoice[]]
  /** The first one after the year; null: there is none yet. */
  next: Invoice | null
}

/** What was charged and paid in a year, month by month. `today` is the company's day. */
export const statementPaper = ({ year, invoices, next }: StatementInvoices, today: string): Paper => {
  const last = invoices.at(-1) ?? invoices[0]
  const [first, ...others] = monthsOf(invoices, next?.openingBalance ?? last.total)
  if (!first) throw new Error('a year without an invoice')
  const months = [first, ...others] as const
  const sums = yearOf(months)
  const heading = `Справка о\u00a0начислениях и\u00a0оплате за\u00a0${year}\u00a0год`
  return {
    title: `${heading}, лицевой счёт ${last.account}`,
    blocks: [
      { kind: 'heading', words: heading },
      {
        kind: 'small',
        words: `Составлена ${formatDayWithYear(today)} личным кабинетом, без подписи и\u00a0печати`,
      },
      ...(next ? [] : [{ kind: 'text', words: openYear(year, last.period, today) } satisfies PaperBlock]),
      { kind: 'section', words: 'Лицевой счёт' },
      { kind: 'pairs', rows: accountFacts({ ...last, payees: invoices.map(({ payee }) => payee) }) },
      { kind: 'section', words: 'Итоги года' },
      { kind: 'pairs', rows: pairsOf(sums, { first: first.period, next: next?.period ?? null, today }) },
      { kind: 'section', words: 'По\u00a0месяцам, ₽' },
      { kind: 'table', ...tableOf(months, sums) },
      { kind: 'small', words: notesOn(months, next !== null).join(' ') },
    ],
  }
}

const openYear = (year: string, lastPeriod: string, today: string) => {
  const now = formatDayWithYear(today)
  return today.slice(0, 4) > year
    ? `Следующей квитанции ещё нет: учтены деньги, которые пришли по\u00a0${now}`
    : `Год ещё не\u00a0закончился: учтены квитанции по\u00a0${formatPeriod(lastPeriod)} и\u00a0деньги, которые пришли по\u00a0${now}`
}

const debtOf = (amount: number, words: string) => ({
  term: `${amount < 0 ? 'Переплата' : 'Долг'} ${words}`,
  description: formatRubles(Math.abs(amount)),
})

const pairsOf = (
  sums: StatementSums,
  { first, next, today }: { first: string; next: string | null; today: string },
) => [
  debtOf(sums.opening, `на\u00a0начало, по\u00a0квитанции за\u00a0${formatPeriod(first)}`),
  ...columnsOf(sums).map(({ title, amount }) => ({
    term: title,
    description: inRubles(amount(sums)),
  })),
  debtOf(
    sums.closing,
    next
      ? `на\u00a0конец, по\u00a0квитанции за\u00a0${formatPeriod(next)}`
      : `на\u00a0${formatDayWithYear(today)}`,
  ),
]

/** The columns of what changes the debt; benefits and penalties only if there were any. */
const columnsOf = ({ benefits, penalty }: StatementSums) => {
  const charged = { title: 'Начислено', amount: (sums: StatementSums) => sums.charged }
  const paid = { title: 'Оплачено', amount: (sums: StatementSums) => sums.paid }
  return [
    charged,
    ...(benefits === 0 ? [] : [{ title: 'Льготы', amount: (sums: StatementSums) => sums.benefits }]),
    { title: 'Перерасчёт', amount: (sums: StatementSums) => sums.recalculation },
    ...(penalty === 0 ? [] : [{ title: 'Пени', amount: (sums: StatementSums) => sums.penalty }]),
    paid,
  ]
}

const tableOf = (months: readonly StatementMonth[], year: StatementSums): PaperTable => {
  const columns = [
    { title: 'Долг на\u00a0начало', amount: ({ opening }: StatementSums) => opening },
    ...columnsOf(year),
    { title: 'Долг на\u00a0конец', amount: ({ closing }: StatementSums) => closing },
  ]
  const cellsOf = (sums: StatementSums) => columns.map(({ amount }) => inTable(amount(sums)))
  return {
    columns: [
      { title: 'Месяц', width: '*', align: 'left' },
      ...columns.map(({ title }) => ({ title, width: 61, align: 'right' as const })),
    ],
    rows: months.map((month) => [formatPeriod(month.period), ...cellsOf(month)]),
    total: ['За\u00a0год', ...cellsOf(year)],
  }
}

const notesOn = (months: readonly StatementMonth[], isClosed: boolean) => {
  const missing = missingPeriods(months, isClosed)
  return [
    ...(missing.length > 0
      ? [`Квитанций не\u00a0было за\u00a0${missing.map(formatPeriod).join(', ')}.`]
      : []),
    ...(months.some(({ opening, closing }) => opening < 0 || closing < 0)
      ? ['Долг с\u00a0минусом — переплата.']
      : []),
    'Долг на\u00a0начало взят из\u00a0квитанции за\u00a0месяц, на\u00a0конец — из\u00a0следующей.',
    'Оплачено — на\u00a0сколько долг уменьшился между ними: платежи за\u00a0вычетом возвратов и\u00a0исправлений долга.',
    'Справку с\u00a0подписью выдаёт компания.',
  ]
}

/** The months after the year's first invoice that have no invoice and will get none. */
const missingPeriods = (months: readonly StatementMonth[], isClosed: boolean) => {
  const billedPeriods = months.map(({ period }) => period)
  const [first = ''] = billedPeriods
  const last = isClosed ? `${first.slice(0, 4)}-12` : (billedPeriods.at(-1) ?? first)
  return Array.from({ length: 12 }, (_, at) => addMonths(first, at)).filter(
    (period) => period <= last && !billedPeriods.includes(period),
  )
}

const TOO_LARGE = '—'
const inTable = (amount: StatementAmount) => (amount === null ? TOO_LARGE : formatAmount(amount))
const inRubles = (amount: StatementAmount) => (amount === null ? TOO_LARGE : formatRubles(amount))

/** Says that an account owes nothing on the company's day `today`. `newest` is null if the account has no invoice. */
export const noDebtPaper = (account: Account, newest: Invoice | null, today: string): Paper => {
  const now = formatDayWithYear(today)
  const heading = 'Сведения об\u00a0отсутствии задолженности'
  return {
    title: `${heading}, лицевой счёт ${account.account}`,
    blocks: [
      { kind: 'heading', words: heading },
      { kind: 'small', words: `Составлены ${now}` },
      { kind: 'main', words: `На\u00a0${now} долга по\u00a0лицевому счёту ${account.account} нет` },
      ...overpaid(account.balance),
      { kind: 'section', words: 'Лицевой счёт' },
      {
        kind: 'pairs',
        rows: [
          ...accountFacts({ ...account, payees: newest ? [newest.payee] : [] }),
          ...(newest
            ? [{ term: 'Последняя квитанция', description: `за\u00a0${formatPeriod(newest.period)}` }]
            : []),
        ],
      },
      {
        kind: 'text',
        words:
          'Это не\u00a0справка с\u00a0подписью и\u00a0печатью: сведения составил личный кабинет по\u00a0данным компании. Если нужна справка с\u00a0подписью, обратитесь в\u00a0компанию.',
      },
      {
        kind: 'small',
        words:
          'Учтено всё, что начислено и\u00a0оплачено к\u00a0этому дню. Следующие начисления придут с\u00a0новой квитанцией.',
      },
    ],
  }
}

const overpaid = (balance: number): PaperBlock[] =>
  balance < 0 ? [{ kind: 'text', words: `Переплата: ${formatRubles(-balance)}` }] : []

interface PaperAccount {
  account: string
  address?: string | null | undefined
  payer?: string | null | undefined
  /** Earlier and present payees, with repetitions. */
  payees: readonly Pick<Payee, 'name' | 'inn'>[]
}

/** The account as a statement names it. */
const accountFacts = ({ account, address, payer, payees }: PaperAccount) =>
  filledRows([
    ['Лицевой счёт', account],
    ['Адрес', address],
    ['Плательщик', payer],
    ['Получатель платежей', [...new Set(payees.map(({ name, inn }) => `${name}, ИНН ${inn}`))].join('; ')],
  ])
