/** The blocks of Unicode whose letters are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Words that a customer has chosen, for a place inside other words. Hebrew and Arabic get the Unicode signs of an isolate,
 * so that they do not turn around the numbers beside them; other words stay as they are.
 */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words
