/** Joiners stay: letters of some scripts need them, also in domains. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/**
 * Text without the signs that nobody sees and some programs copy: directions around a phone number, places for a line
 * break, soft hyphens.
 */
export function withoutInvisibleSigns(text: string): string {
  return text.replace(INVISIBLE, '')
}
