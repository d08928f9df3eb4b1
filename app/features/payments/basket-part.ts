import { parseRubles, sumOf } from 'format/money'

/** A list of more accounts is compact. */
export const MANY_ACCOUNTS = 10

/** The prefix of a part's control; the account number follows. */
export const PART_PREFIX = 'part-'
/** The prefix of a hidden field: the balance that the page shows for the account. */
export const DISPLAYED_PREFIX = 'seen-'

/** The prefix of a hidden field beside a question: the current balance of the account, sent with the answer. */
export const CURRENT_PREFIX = 'current-'

/** The prefix of a hidden field, if there are several payees: the payee, as `PartView` has it. */
export const PAYEE_PREFIX = 'payee-'

/** The prefix of a checkbox: whether the part is to be paid. */
export const TICK_PREFIX = 'tick-'
/**
 * A hidden field: the total that the page shows, kopecks. Only a form with this field has checkboxes: without it every
 * posted part is to be paid.
 */
export const SHOWN_TOTAL = 'shown-total'

/** The name of a part's field within the form: by its place. */
export type PartField = `part-${number}`
export const partField = (index: number): PartField => `part-${index}`

/** Whether the part of the account is to be paid, by the fields of its form. */
export const isTicked = (account: string, fields: URLSearchParams | FormData): boolean =>
  !fields.has(SHOWN_TOTAL) || fields.has(TICK_PREFIX + account)

/** Groups parts by payee: each payee gets a payment of its own. */
export const byPayee = <Part extends { payee: string }>(parts: readonly Part[]): Part[][] =>
  [...new Set(parts.map(({ payee }) => payee))].map((payee) => parts.filter((part) => part.payee === payee))

/** The sum of typed parts, kopecks; null while one of them is no amount, or the sum is too large for a number. */
export const sumOfParts = (typed: readonly string[]): number | null => {
  const parts = typed.map((text) => parseRubles(text))
  const areAmounts = parts.every((part) => part.ok || part.reason === 'empty')
  return areAmounts ? sumOf(parts.map((part) => (part.ok ? part.kopecks : 0))) : null
}
