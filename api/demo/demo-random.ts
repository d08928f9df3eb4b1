import { createHash } from 'node:crypto'

/** A number in [0, 1) that depends only on the words, so that a new month does not change older ones. */
export function chance(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE(0) / 2 ** 32
}

/** An integer between two, both included, that depends only on the words. */
export function wholeBetween(min: number, max: number, ...words: (string | number)[]): number {
  return min + Math.floor(chance(...words) * (max - min + 1))
}

/** A UUID that depends only on the words. */
export function steadyId(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join('|')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
