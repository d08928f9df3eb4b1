/** How many characters a password may have, both ends included. */
export const passwordLength = { min: 8, max: 128 } as const

/** Characters as Unicode counts them (code points): an emoji of one is one, whatever it takes in memory. */
export const charactersIn = (password: string): number => [...password].length
