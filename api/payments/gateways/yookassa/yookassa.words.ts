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

const purposeOfSeveral = 'Оплата по лицевым счетам'

/** For receipts and payment orders. Leaves out numbers that do not fit: a cut one would read as another account. */
export const paymentPurpose = (accounts: readonly string[], longest: number): string => {
  const [words, inAll] =
    accounts.length === 1
      ? (['Оплата по лицевому счёту', 'Оплата по лицевому счёту'] as const)
      : ([purposeOfSeveral, `Оплата по ${count(accounts.length, accountsInDative)}`] as const)
  return firstFitting(`${words} ${accounts.join(', ')}`, inAll, longest)
}
/** Whether `paymentPurpose` wrote it for several accounts. */
export const isPurposeOfSeveral = (purpose: string) =>
  purpose.startsWith(purposeOfSeveral) || /^Оплата по \d/.test(purpose)

export const refundPurpose = (account: string, longest: number): string =>
  firstFitting(`Возврат по лицевому счёту ${account}`, 'Возврат по лицевому счёту', longest)

const accountsInDative = ['лицевому счёту', 'лицевым счетам', 'лицевым счетам'] as const

const firstFitting = (text: string, shorter: string, longest: number) =>
  text.length <= longest ? text : shorter
