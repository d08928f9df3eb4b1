import { parseRubles, sumOf } from 'format/money'

/** A list of more accounts is drawn closely. */
export const MANY_ACCOUNTS = 10

/** The control of a part is named by this and the number of its account. */
export const PART_PREFIX = 'part-'
/** A hidden field by this and the number: what the page says that the account owes. */
export const DISPLAYED_PREFIX = 'seen-'

/** Beside a question a hidden field by this and the number: what the account owes now; sent with the answer. */
export const CURRENT_PREFIX = 'current-'

/** A hidden field by this and the number, where several payees are paid: the payee, as `PartView` has it. */
export const PAYEE_PREFIX = 'payee-'

/** The checkbox by this and the number: whether the part is to be paid. */
export const TICK_PREFIX = 'tick-'
/**
 * A hidden field: the total that the page shows, kopecks. Only a form that has it has ticks: without it every posted part
 * is to be paid.
 */
export const SHOWN_TOTAL = 'shown-total'

/** The same part within the form: by its place. */
export type PartField = `part-${number}`
export const partField = (index: number): PartField => `part-${index}`

/** Whether the part of the account is to be paid, by the fields of its form. */
export const isTicked = (account: string, fields: URLSearchParams | FormData): boolean =>
  !fields.has(SHOWN_TOTAL) || fields.has(TICK_PREFIX + account)

/** The parts of each payee: each of them gets a payment of its own. */
export const byPayee = <Part extends { payee: string }>(parts: readonly Part[]): Part[][] =>
  [...new Set(parts.map(({ payee }) => payee))].map((payee) => parts.filter((part) => part.payee === payee))

/** What typed parts come to, kopecks; null while one of them is no amount, or all together are too much to be counted. */
export const sumOfParts = (typed: readonly string[]): number | null => {
  const parts = typed.map((text) => parseRubles(text))
  const areAmounts = parts.every((part) => part.ok || part.reason === 'empty')
  return areAmounts ? sumOf(parts.map((part) => (part.ok ? part.kopecks : 0))) : null
}
