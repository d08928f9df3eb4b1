import type { Invoice } from 'contract/invoices'

/** A volume with its unit: '12,3 м³'. */
export const volumeInWords = (volume: number, unit: string | null | undefined) =>
  [figure(volume), unit].filter(Boolean).join('\u00a0')

export const figure = (value: number) => value.toLocaleString('ru-RU', { maximumFractionDigits: 4 })

/** Tariffs are in kopecks and may have fractions. */
export const tariffInRubles = (kopecks: number) =>
  (kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** What an invoice adds to the balance, with its penalty, kopecks; null when it is too large for a number. */
export const chargedIn = ({
  total,
  openingBalance,
  paid,
}: Pick<Invoice, 'total' | 'openingBalance' | 'paid'>): number | null => {
  const charged = total - openingBalance + paid
  return Number.isSafeInteger(charged) ? charged : null
}

export const CHARGED = 'Начислено'
export const CHARGED_WITH_PENALTY = 'Начислено с\u00a0пенями'
