const initialOf = (word: string) => /\p{L}/u.exec(word)?.[0]?.toUpperCase()

/** 'Иванов Пётр Сергеевич' → 'И…в П. С.': enough to recognize one's own name. */
export function maskPayer(name: string): string {
  const [surname = '', ...others] = name.trim().split(/\s+/)
  const letters = [...surname]
  const masked = letters.length > 3 ? `${letters[0]}…${letters.at(-1)}` : `${letters[0] ?? ''}…`
  const initials = others.flatMap((word) => initialOf(word) ?? []).map((letter) => `${letter}.`)
  return [masked, ...initials].join('\u00a0')
}
