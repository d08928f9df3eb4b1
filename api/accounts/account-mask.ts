const shown = 4

/** '4010031186' → '•••• 1186': enough to recognize one's own account. A short number keeps only its last character. */
export function maskAccount(account: string): string {
  const signs = [...account]
  return `••••\u00a0${signs.slice(signs.length > shown * 2 ? -shown : -1).join('')}`
}
