import { mostMonthsOfCharges } from 'contract/limits'

/** At the fields of the requests. */
export const fieldWords = {
  period: 'Месяц должен быть в виде 2026-10.',
  months: `Нужно число от 1 до ${mostMonthsOfCharges}.`,
}

export const refusalWords = {
  nothingToCompare: 'Сравнить не с чем: квитанции за предыдущий месяц нет.',
}
