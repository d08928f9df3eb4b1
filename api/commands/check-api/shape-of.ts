const longestShown = 24

/** What a value is, without what it says: nobody's personal data is printed. `text 'Aaaa +9'` */
export const shapeOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty text' : `text '${masked(value)}'`
    case 'number':
      return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction'
    case 'boolean':
      return 'true or false'
    default:
      return 'an object'
  }
}

const masked = (text: string): string => {
  const shown = text
    .slice(0, longestShown)
    .replace(/\p{Lu}/gu, 'A')
    .replace(/(?!A)\p{L}/gu, 'a')
    .replace(/\p{N}/gu, '9')
    .replace(/\p{C}/gu, '?')
  return text.length > longestShown ? `${shown}…` : shown
}
