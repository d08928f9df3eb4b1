import { z } from 'zod'

/** An amount in whole kopecks; debts are above zero. */
export const kopecks = z.int().brand<'Kopecks'>()
export type Kopecks = z.output<typeof kopecks>

/** Brands a whole number of kopecks. Throws on fractions and on what a double can't hold exactly. */
export const toKopecks = (value: number): Kopecks => kopecks.parse(value)
