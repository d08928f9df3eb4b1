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
