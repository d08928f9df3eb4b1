import { createHash } from 'node:crypto'

/** A number from 0 up to 1 that is always the same for the same words, so that a new month changes no older one. */
export function chance(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE(0) / 2 ** 32
}

/** A whole number between two (both may come), the same for the same words. */
export function wholeBetween(min: number, max: number, ...words: (string | number)[]): number {
  return min + Math.floor(chance(...words) * (max - min + 1))
}

/** An identifier in the form of a UUID, the same for the same words. */
export function steadyId(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join('|')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
