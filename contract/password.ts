/** Counts code points, so that an emoji of one code point is one character. */
export const charactersIn = (password: string): number => [...password].length
