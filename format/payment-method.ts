/** The title of a payment method, 'Мир •• 2987', with a no-break space between the mask and the digits. */
export const formatMethodTitle = (title: string): string =>
  title.trim().replace(/([•*]) +(?=\d)/g, '$1\u00a0')

const kinds = {
  card: 'Банковская карта',
  sbp: 'СБП',
  sberpay: 'SberPay',
  other: 'Другой способ',
} as const

/** A payment method by its title, or by its kind where it has none. */
export const methodInWords = ({ kind, title }: { kind: keyof typeof kinds; title: string }): string =>
  formatMethodTitle(title) || kinds[kind]

/** '2028-01-31' → 'до 01.2028' with a no-break space; null for an invalid date. */
export const formatCardExpiry = (expiresAt: string | null | undefined): string | null => {
  const date = /^(\d{4})-(\d{2})/.exec(expiresAt ?? '')
  return date ? `до\u00a0${date[2]}.${date[1]}` : null
}
