const BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/** Text fit for a header: what could end the line becomes a space. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, ' ').trim()
}
