import { z } from 'zod'

/** An amount in whole kopecks; debts are above zero. */
export const kopecks = z.int().brand<'Kopecks'>()
export type Kopecks = z.output<typeof kopecks>

/** Brands a whole number of kopecks. Throws on fractions and on unsafe integers. */
export const toKopecks = (value: number): Kopecks => kopecks.parse(value)

/** The sum of the amounts; zero for none. */
export const totalOf = (amounts: Iterable<Kopecks>): Kopecks => {
  let sum = 0
  for (const amount of amounts) sum += amount
  return toKopecks(sum)
}
