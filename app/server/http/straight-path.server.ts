/** A path of this site as its page is addressed: without empty segments and a slash at its end. Query and hash stay. */
export const straightPath = (path: string): string => {
  const end = path.search(/[?#]|$/)
  const straight = path
    .slice(0, end)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  return (straight || '/') + path.slice(end)
}
