const BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/** Text for a header: line breaks become spaces. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, ' ').trim()
}
