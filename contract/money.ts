import { z } from 'zod'

/** An amount in whole kopecks; debts are above zero. */
export const kopecks = z.int().brand<'Kopecks'>()
export type Kopecks = z.output<typeof kopecks>

/** Brands a whole number of kopecks. Throws on fractions and on what a double can't hold exactly. */
export const toKopecks = (value: number): Kopecks => kopecks.parse(value)

/** What the amounts come to: zero for none. */
export const totalOf = (amounts: Iterable<Kopecks>): Kopecks => {
  let sum = 0
  for (const amount of amounts) sum += amount
  return toKopecks(sum)
}
