import type { MethodKind } from 'contract/payments'
import { count } from 'format/plural'

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

/** On receipts and in payment orders. Numbers that do not fit are left out: a part of one reads as another account's. */
export const paymentPurpose = (accounts: readonly string[], longest: number): string => {
  const [words, inAll] =
    accounts.length === 1
      ? (['Оплата по лицевому счёту', 'Оплата по лицевому счёту'] as const)
      : ([ofSeveral, `Оплата по ${count(accounts.length, accountsInDative)}`] as const)
  return fitting(`${words} ${accounts.join(', ')}`, inAll, longest)
}
/** Whether `paymentPurpose` wrote it for several accounts. */
export const isPurposeOfSeveral = (purpose: string) =>
  purpose.startsWith(ofSeveral) || /^Оплата по \d/.test(purpose)

export const refundPurpose = (account: string, longest: number): string =>
  fitting(`Возврат по лицевому счёту ${account}`, 'Возврат по лицевому счёту', longest)

const accountsInDative = ['лицевому счёту', 'лицевым счетам', 'лицевым счетам'] as const

const fitting = (text: string, shorter: string, longest: number) => (text.length <= longest ? text : shorter)
