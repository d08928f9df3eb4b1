/** The title of a payment method, 'Мир •• 2987', with a no-break space between the mask and the digits. */
export const formatMethodTitle = (title: string): string =>
  title.trim().replace(/([•*]) +(?=\d)/g, '$1\u00a0')
