const NBSP = '\u00a0'

/** Words of one letter, which end no line. After a hyphen it is a part of a word, after «·» of a unit. */
const oneLetter = /(?<![\p{L}\p{N}\-’·])([а-яё])(?: (?=\S)|\n\s*(?=[\p{L}\p{N}«]))/giu
/** Abbreviations in a Russian address, and «№». */
const abbreviated =
  /(?<![\p{L}\p{N}-]|\d[ \u00a0])(обл|р-н|г|пос|дер|мкр|ул|пр-т|просп|пл|пер|наб|ш|б-р|проезд|д|корп|стр|кв|оф|эт|пом|№)(\.?) (?=[\p{L}\p{N}*])/giu
/** «с 1 по 30», «от 1 до 350 000». */
const beforeNumber = /(?<![\p{L}\p{N}-])(с|по|от|до) (?=[\d{$])/giu
const insideRange = /([\d}]) (?=(?:по|до)[ \u00a0][\d{$])/giu

/**
 * Puts no-break spaces where Russian typography forbids a line break: after a word of one letter, within «ул. Садовая,
 * д. 14» and within a range of numbers. Also for texts with `{placeholders}`.
 */
export const withNoBreaks = (text: string): string =>
  text
    .replace(oneLetter, `$1${NBSP}`)
    .replace(abbreviated, `$1$2${NBSP}`)
    .replace(beforeNumber, `$1${NBSP}`)
    .replace(insideRange, `$1${NBSP}`)

/** `withNoBreaks` for HTML in which `<` and `>` occur in tags only. */
export const withNoBreaksInHtml = (html: string): string =>
  html.replace(/(?<=^|>)[^<>]+/g, (words) => withNoBreaks(words))

/** An address or a name of the product API for a page; null if it is empty. */
export const shownText = (text: string | null | undefined): string | null =>
  withNoBreaks(text?.trim() ?? '') || null

/** The blocks of Unicode whose letters are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A customer's own words, to be put between other words. Hebrew and Arabic become a Unicode isolate, so that they do
 * not reorder the numbers beside them; other words stay as they are.
 */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words

/** The title of an account for a page, beside other words; null if it has none. */
export const shownTitle = (title: string | null | undefined): string | null => {
  const shown = shownText(title)
  return shown && isolated(shown)
}

/** Puts Russian quotation marks around a text; marks inside become „ “. */
export const quoted = (text: string): string =>
  `«${text
    .replaceAll(/"([^"]*)"/g, '„$1“')
    .replaceAll('«', '„')
    .replaceAll('»', '“')}»`
