import { isolated, quoted } from 'format/shown-text'

const initialOf = (word: string) => /\p{L}/u.exec(word)?.[0]?.toUpperCase()

/** 'Иванов Пётр Сергеевич' → 'И…в П. С.': enough to recognize one's own name. */
export function maskPayer(name: string): string {
  const [surname = '', ...others] = name.trim().split(/\s+/)
  const letters = [...surname]
  const masked = letters.length > 3 ? `${letters[0]}…${letters.at(-1)}` : `${letters[0] ?? ''}…`
  const initials = others.flatMap((word) => initialOf(word) ?? []).map((letter) => `${letter}.`)
  return [masked, ...initials].join('\u00a0')
}

const shownSigns = 4

/** '4010031186' → '•••• 1186': enough to recognize one's own account. One of four characters or fewer keeps the last. */
export function maskAccount(account: string): string {
  const signs = [...account]
  return `••••\u00a0${signs.slice(signs.length > shownSigns ? -shownSigns : -1).join('')}`
}

const ELLIPSIS = '…'
const shownLetters = 2

/** 'ул.', 'СНТ', 'д.': the kind of a place. */
const isKind = (word: string) => /^(\p{L}{1,4}\.|\p{Lu}{2,4})$/u.test(word)

const maskedWord = (word: string) =>
  word.replace(/\p{L}[\p{L}\p{N}_/-]*/u, (core) => [...core].slice(0, shownLetters).join('') + ELLIPSIS)

const words = (part: string) => part.trim().split(/\s+/)

const masked = (part: string) =>
  words(part)
    .map((word) => (isKind(word) || /^\p{N}/u.test(word) ? word : maskedWord(word)))
    .join(' ')

/** Hides the last part, which names the home, except its kind ('кв. …'). */
const hideHome = (part: string) => {
  const [first = '', ...others] = words(part)
  const hasKind = /^\p{L}/u.test(first) && others.length > 0
  return hasKind ? `${first} ${ELLIPSIS}` : ELLIPSIS
}

/**
 * 'г. Тихобережск, ул. Зелёная, д. 14, кв. 31' → 'г. Тихобережск, ул. Зе…, д. 14, кв. …': enough to recognize the right
 * address, not enough to find somebody's home.
 */
export function maskAddress(address: string): string {
  const parts = address.split(',').filter((part) => part.trim() !== '')
  return parts
    .map((part, index) => {
      if (index === parts.length - 1) return hideHome(part)
      return index === 0 && parts.length > 2 ? words(part).join(' ') : masked(part)
    })
    .join(', ')
}

export interface AccountInLetter {
  account: string
  /** The name that the reader of the letter has given to the account; null for none, and for any other reader. */
  ownTitle: string | null
}

/** '•••• 1186 («Мамина квартира»)', or the number alone. */
export const accountInLetter = ({ account, ownTitle }: AccountInLetter): string =>
  ownTitle === null ? maskAccount(account) : `${maskAccount(account)} (${quoted(isolated(ownTitle))})`
