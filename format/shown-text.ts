const NBSP = '\u00a0'

/** Of one letter: no line ends with it, nor one of a source text. After a hyphen it is a part of a word, and after «·» of a unit. */
const oneLetter = /(?<![\p{L}\p{N}\-’·])([а-яё])(?: (?=\S)|\n\s*(?=[\p{L}\p{N}«]))/giu
/** Parts of a Russian address, and what stands before a number. */
const abbreviated =
  /(?<![\p{L}\p{N}-]|\d[ \u00a0])(обл|р-н|г|пос|дер|мкр|ул|пр-т|просп|пл|пер|наб|ш|б-р|проезд|д|корп|стр|кв|оф|эт|пом|№)(\.?) (?=[\p{L}\p{N}*])/giu
/** «с 1 по 30», «от 1 до 350 000». */
const beforeNumber = /(?<![\p{L}\p{N}-])(с|по|от|до) (?=[\d{$])/giu
const insideRange = /([\d}]) (?=(?:по|до)[ \u00a0][\d{$])/giu

/**
 * Text whose lines do not end where Russian typography forbids it: after a word of one letter, within «ул. Садовая, д. 14»
 * and within a range of numbers. Also for texts with `{placeholders}`.
 */
export const withNoBreaks = (text: string): string =>
  text
    .replace(oneLetter, `$1${NBSP}`)
    .replace(abbreviated, `$1$2${NBSP}`)
    .replace(beforeNumber, `$1${NBSP}`)
    .replace(insideRange, `$1${NBSP}`)

/** The same for the words of an HTML text in which `<` and `>` stand in tags only. */
export const withNoBreaksInHtml = (html: string): string =>
  html.replace(/(?<=^|>)[^<>]+/g, (words) => withNoBreaks(words))

/** An address or a name from the product API as pages show it; null where there is none. */
export const shownText = (text: string | null | undefined): string | null =>
  withNoBreaks(text?.trim() ?? '') || null

/** The blocks of Unicode whose letters are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Words that a customer has chosen, for a place inside other words. Hebrew and Arabic get the Unicode signs of an isolate,
 * so that they do not turn around the numbers beside them; other words stay as they are.
 */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words

/** What an account is called, as pages show it beside other words; null where it has no title. */
export const shownTitle = (title: string | null | undefined): string | null => {
  const shown = shownText(title)
  return shown && isolated(shown)
}

/** In Russian quotation marks; those inside become „ “, and so none stands twice. */
export const quoted = (text: string): string =>
  `«${text
    .replaceAll(/"([^"]*)"/g, '„$1“')
    .replaceAll('«', '„')
    .replaceAll('»', '“')}»`
