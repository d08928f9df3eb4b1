import { longestAccountTitle } from './limits'
import { tidyName } from './users'

/** A control character, a line break, half a character, or a format character other than the two joiners. */
const unusable = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/**
 * The customer's own name for an account as it is kept: without line breaks, control characters, invisible signs and spaces
 * around it. Empty for none.
 */
export const tidyAccountTitle = (typed: string): string =>
  tidyName(typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''))

/** Whether a tidy title has at most the number of characters that one may have: code points, so that an emoji is one. */
export const isShortAccountTitle = (title: string): boolean => [...title].length <= longestAccountTitle

/** Whether a tidy title is empty, or one line that shows something: a letter, a figure, a sign, an emoji. */
export const isUsableAccountTitle = (title: string): boolean =>
  title === '' ||
  (!unusable.test(title) && /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u.test(title))
