const SEPARATORS = /[^\p{L}\p{N}]+/gu

/** The words of a text in lower case, without punctuation, with е for ё: texts that differ only in these are equal. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(SEPARATORS, ' ').trim()
  return plain === '' ? [] : plain.split(' ')
}

/** The value of `search_text`: an account's number, title and address as normalized words. */
export function searchText(...parts: readonly (string | null)[]): string {
  return parts.flatMap((part) => searchWords(part ?? '')).join(' ')
}
