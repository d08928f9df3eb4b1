import type { Invoice } from 'contract/invoices'

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
