/** A word of the invoice, with its explanation in one sentence. */
export interface TermView {
  /** A part of its element's id on the page. */
  key: string
  word: string
  meaning: string
}

const columns: TermView[] = [
  {
    key: 'volume',
    word: 'Объём',
    meaning: 'Сколько услуги потрачено за месяц: по счётчику, по норме или по площади.',
  },
  {
    key: 'tariff',
    word: 'Тариф',
    meaning: 'Цена единицы услуги. Объём, умноженный на тариф, — это и есть «Начислено».',
  },
]

const recalculation: TermView = {
  key: 'recalculation',
  word: 'Перерасчёт',
  meaning:
    'Поправка за прошлые месяцы: с минусом, если деньги возвращают, с плюсом, если начислили меньше, чем нужно.',
}

const benefit: TermView = {
  key: 'benefit',
  word: 'Льгота',
  meaning: 'Часть суммы, которую вам по закону можно не платить.',
}

const sums: TermView[] = [
  {
    key: 'debt',
    word: 'Долг на начало месяца',
    meaning: 'То, что осталось неоплаченным по прошлым квитанциям.',
  },
  {
    key: 'overpaid',
    word: 'Переплата на начало месяца',
    meaning: 'Вы заплатили больше, чем нужно: этот остаток уменьшает сумму новой квитанции.',
  },
  {
    key: 'corrections',
    word: 'Возвраты и исправления',
    meaning:
      'Что добавилось к долгу после выпуска квитанции: деньги, которые вам вернули, и поправки компании.',
  },
  {
    key: 'penalty',
    word: 'Пени',
    meaning: 'Плата за просрочку дольше 30\u00a0дней. Если платить вовремя, пеней нет.',
  },
]

interface ShownColumns {
  hasLines: boolean
  hasRecalculations: boolean
  hasBenefits: boolean
}

/** The explained terms among the columns of the lines. */
export const columnTerms = ({ hasLines, hasRecalculations, hasBenefits }: ShownColumns): TermView[] =>
  hasLines
    ? [...columns, ...(hasRecalculations ? [recalculation] : []), ...(hasBenefits ? [benefit] : [])]
    : []

/** The explained terms among the rows of the sum. */
export const sumTerms = (rows: readonly { term: string }[]): TermView[] =>
  rows.flatMap(({ term }) => sums.find(({ word }) => word === term) ?? [])
