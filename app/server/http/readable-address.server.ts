/** A hash, or an empty text for one that cannot be percent-decoded: the router crashes on it in the browser. */
export const readableHash = (hash: string): string => {
  try {
    decodeURIComponent(hash)
    return hash
  } catch {
    return ''
  }
}
