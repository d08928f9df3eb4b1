import type { LostText } from 'api/company-data'

/** Tells on stderr which texts of a printed file have "?" in the place of letters. */
export const warnOfLostLetters = ([first, ...more]: readonly LostText[], encoding: string) => {
  if (!first) return
  const { line, name, text } = first
  process.stderr.write(
    `Letters that ${encoding} does not have are "?" in ${more.length + 1} cell(s). The first: line ${line}, ${name}: ${text}\n`,
  )
}
