import { z } from 'zod'
import { fieldWords as words } from './payments.words'

/** Whole kopecks, both of them what the gateway takes at once. */
export const leastAmount = 100
export const mostAmount = 35_000_000

/** Whole kopecks; other words for what is not a number than for what is too little or too much. */
export const paymentAmount = z
  .number(words.amount)
  .refine(Number.isSafeInteger, { error: words.amount, abort: true })
  .refine((kopecks) => kopecks >= leastAmount, { error: words.least, abort: true })
  .refine((kopecks) => kopecks <= mostAmount, words.most)
