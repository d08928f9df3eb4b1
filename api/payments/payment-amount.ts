import { paymentLimits } from 'contract/limits'
import { kopecks } from 'contract/money'
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
    .refine((amount) => amount >= paymentLimits.least, { error: tooLittle, abort: true })
    .refine((amount) => amount <= paymentLimits.most, tooMuch)
    .pipe(kopecks)

export const paymentAmount = amountRule({
  noNumber: words.amount,
  tooLittle: words.least,
  tooMuch: words.most,
})
