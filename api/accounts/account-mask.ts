const shown = 4

/** '4010031186' → '•••• 1186': enough to recognize one's own account. One of four characters or fewer keeps the last. */
export function maskAccount(account: string): string {
  const signs = [...account]
  return `••••\u00a0${signs.slice(signs.length > shown ? -shown : -1).join('')}`
}
