/** Invisible signs that come along with pasted text. The two joiners are no such signs: some scripts need them. */
const pastedAlong = /(?!\u200c|\u200d)\p{Cf}/gu

export const tidyName = (typed: string): string => typed.replace(pastedAlong, '').trim()

/** Whether a name shows something. Unicode counts a few fillers as letters, and they are invisible. */
export const isVisibleName = (name: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(name)

/**
 * Whether a name is one line of whole characters: JSON may carry half of one, a database may not. Nothing in it turns the
 * direction of the text around it, as on an operator's screen.
 */
export const isPlainName = (name: string): boolean => !/(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}]/u.test(name)
