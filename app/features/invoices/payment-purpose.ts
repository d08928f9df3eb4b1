import type { Invoice } from 'contract/invoices'

/** By which the payee knows the account and the month: 'Лицевой счёт 5330001748, 10.2026'. */
export const paymentPurpose = ({ account, period }: Pick<Invoice, 'account' | 'period'>): string =>
  `Лицевой счёт ${account}, ${period.split('-').reverse().join('.')}`
