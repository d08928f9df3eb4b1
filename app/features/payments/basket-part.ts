import { parseRubles } from 'format/money'

/** The control of a part is named by this and the number of its account. */
export const PART_PREFIX = 'part-'
/** A hidden field by this and the number: what the page says that the account owes. */
export const SEEN_PREFIX = 'seen-'

/** The same part within the form: by its place. */
export type PartField = `part-${number}`
export const partField = (index: number): PartField => `part-${index}`

/** What typed parts come to, kopecks; null while one of them is no amount. */
export const sumOfParts = (typed: readonly string[]): number | null =>
  typed.reduce<number | null>((sum, text) => {
    const parsed = parseRubles(text)
    if (sum === null || (!parsed.ok && parsed.reason !== 'empty')) return null
    return sum + (parsed.ok ? parsed.kopecks : 0)
  }, 0)
