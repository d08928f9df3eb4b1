/** In Russian quotation marks; those inside become „ “, and so none stands twice. */
export const quoted = (text: string): string =>
  `«${text
    .replaceAll(/"([^"]*)"/g, '„$1“')
    .replaceAll('«', '„')
    .replaceAll('»', '“')}»`

/** The blocks of Unicode whose letters are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Words that a customer has chosen, for a place inside other words. Hebrew and Arabic get the Unicode signs of an isolate,
 * so that they do not turn around the numbers beside them; other words stay as they are.
 */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words

/** Joiners stay: letters of some scripts need them, also in domains. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/**
 * Text without the signs that nobody sees and some programs copy: directions around a phone number, places for a line
 * break, soft hyphens.
 */
export function withoutInvisibleSigns(text: string): string {
  return text.replace(INVISIBLE, '')
}
