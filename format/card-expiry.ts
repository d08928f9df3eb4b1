/** '2028-01-31' → 'до 01.2028' with a no-break space; null for an invalid date. */
export const formatCardExpiry = (expiresAt: string | null | undefined): string | null => {
  const date = /^(\d{4})-(\d{2})/.exec(expiresAt ?? '')
  return date ? `до\u00a0${date[2]}.${date[1]}` : null
}
