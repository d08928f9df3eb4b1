import type { LostText } from 'api/company-data'

const mostNamed = 20

/** Says on stderr which texts of a printed file have "?" in the place of letters. */
export const warnOfLostLetters = (lost: readonly LostText[], encoding: string) => {
  if (lost.length === 0) return
  const named = lost.slice(0, mostNamed).map(({ line, name, text }) => `line ${line}, ${name}: ${text}\n`)
  const more = lost.length - named.length
  process.stderr.write(
    `Letters that ${encoding} does not have are "?" in ${lost.length} cell(s):\n${named.join('')}${more > 0 ? `and ${more} more\n` : ''}`,
  )
}
