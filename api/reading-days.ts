/** Days of the month, both included; a month without the last one ends the window with its own last day. */
export interface ReadingDays {
  first: number
  last: number
}

/** Reads '15-25'; null for anything else. */
export const readReadingDays = (text: string): ReadingDays | null => {
  const [, first, last] = /^(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? []
  const days = { first: Number(first), last: Number(last) }
  return days.first >= 1 && days.first <= 28 && days.last >= days.first && days.last <= 31 ? days : null
}
