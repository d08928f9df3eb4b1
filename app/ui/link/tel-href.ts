/** The address that calls a phone as a company writes it, without what follows the number; null for none. */
export const telHref = (written: string): string | null => {
  const [number = ''] = /^[\d\s()+.\u2010-\u2015\u2212-]*/.exec(written) ?? []
  const dialled = number.replace(/[^+\d]/g, '')
  return /^\+?\d{2,20}$/.test(dialled) ? `tel:${dialled}` : null
}
