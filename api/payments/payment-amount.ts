import { paymentLimits } from 'contract/limits'
import { z } from 'zod'
import { fieldWords as words } from './payments.words'

/** Whole kopecks within what one payment may come to. */
export const amountRule = ({
  noNumber,
  tooLittle,
  tooMuch,
}: Record<'noNumber' | 'tooLittle' | 'tooMuch', string>) =>
  z
    .number(noNumber)
    .refine(Number.isSafeInteger, { error: noNumber, abort: true })
    .refine((kopecks) => kopecks >= paymentLimits.least, { error: tooLittle, abort: true })
    .refine((kopecks) => kopecks <= paymentLimits.most, tooMuch)

export const paymentAmount = amountRule({
  noNumber: words.amount,
  tooLittle: words.least,
  tooMuch: words.most,
})
