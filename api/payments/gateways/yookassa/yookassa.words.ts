import type { MethodKind } from '../payment-gateway'

export const methodTitles: Readonly<Record<MethodKind, string>> = {
  card: 'Банковская карта',
  sbp: 'СБП',
  sberpay: 'SberPay',
  other: 'Другой способ',
}

const brands: Readonly<Record<string, string>> = { Mir: 'Мир', MasterCard: 'Mastercard' }

/** 'Мир •• 2987', by the gateway's own name of the brand. */
export const cardTitle = (brand: string | null | undefined, last4: string): string =>
  `${brand ? (brands[brand] ?? brand) : 'Карта'} ••\u00a0${last4}`

const ofSeveral = 'Оплата по лицевым счетам'

/** On receipts and in payment orders. */
export const paymentPurpose = (accounts: readonly string[]) =>
  accounts.length === 1
    ? `Оплата по лицевому счёту ${accounts.join()}`
    : `${ofSeveral} ${accounts.join(', ')}`
export const isPurposeOfSeveral = (purpose: string) => purpose.startsWith(ofSeveral)
export const refundPurpose = (account: string) => `Возврат по лицевому счёту ${account}`
