/** Joiners stay: letters of some scripts need them, also in domains. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/** Removes invisible characters that come with copied text: text directions, soft hyphens, break opportunities. */
export function withoutInvisibleSigns(text: string): string {
  return text.replace(INVISIBLE, '')
}
