const SEPARATORS = /[^\p{L}\p{N}]+/gu

/** The words of a text, alike however they were typed: lower case, е for ё, nothing but letters and digits. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(SEPARATORS, ' ').trim()
  return plain === '' ? [] : plain.split(' ')
}

/** What the register keeps of an account for the filter (`search_text`): its number, title and address as plain words. */
export function searchText(...parts: readonly (string | null)[]): string {
  return parts.flatMap((part) => searchWords(part ?? '')).join(' ')
}
