/**
 * Remembers what a pure function made of the newest texts, `capacity` characters of them together.
 * A text of more than a quarter of that is not kept: it would push out too many others.
 */
export const remember = <Result>(work: (text: string) => Result, capacity: number) => {
  const known = new Map<string, Result>()
  let kept = 0
  return (text: string): Result => {
    const found = known.get(text)
    if (found !== undefined) {
      known.delete(text)
      known.set(text, found)
      return found
    }
    const result = work(text)
    if (text.length > capacity / 4) return result
    known.set(text, result)
    kept += text.length
    for (const oldest of known.keys()) {
      if (kept <= capacity) break
      known.delete(oldest)
      kept -= oldest.length
    }
    return result
  }
}
