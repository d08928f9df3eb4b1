/** The form in which a password is counted, compared and hashed: keyboards compose «й» and «ё» differently. */
export const normalPassword = (typed: string): string => typed.normalize('NFC')

/** Counts code points, so that an emoji of one code point is one character. */
export const charactersIn = (password: string): number => [...normalPassword(password)].length

export const isSamePassword = (one: string, other: string): boolean =>
  normalPassword(one) === normalPassword(other)
