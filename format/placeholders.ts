const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The names between double braces: `account` of `Счёт {{account}}`. Each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
]

/** The index of the first `{{name}}`, or -1. */
export const placeholderAt = (text: string, placeholder: string): number =>
  [...text.matchAll(PLACEHOLDER)].find(([, name]) => name === placeholder)?.index ?? -1

/** Replaces `{{name}}` by its value; names without a value stay as they are. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): string =>
  text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
