const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The names between double braces: `account` of `Счёт {{account}}`. Each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
]

/** Where `{{name}}` stands first. -1: nowhere. */
export const placeholderAt = (text: string, placeholder: string): number =>
  [...text.matchAll(PLACEHOLDER)].find(([, name]) => name === placeholder)?.index ?? -1

/** Puts values in the place of `{{name}}`; names without a value stay as they are. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): string =>
  text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
