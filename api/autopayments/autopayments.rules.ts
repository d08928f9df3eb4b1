import { leastAmount, mostAmount, returnAddresses } from 'api/payments'
import { autopaymentChangeBody, newAutopaymentBody } from 'contract/autopayments'
import { normalizeAccountNumber } from 'format/account-number'
import { z } from 'zod'
import { fieldWords as words } from './autopayments.words'

// The portal sends the bare number; a caller that passes on what was typed is understood as well.
const account = z
  .string(words.account)
  .max(200, words.account)
  .transform(normalizeAccountNumber)
  .pipe(z.string().min(1, words.account).max(64, words.account))

const sum = (noNumber: string) =>
  z
    .number(noNumber)
    .refine(Number.isSafeInteger, { error: noNumber, abort: true })
    .refine((kopecks) => kopecks >= leastAmount, { error: words.least, abort: true })
    .refine((kopecks) => kopecks <= mostAmount, words.most)

const day = z
  .number(words.day)
  .refine((number) => Number.isInteger(number) && number >= 1 && number <= 28, words.day)

export const newAutopaymentRules = (publicUrl: string) =>
  newAutopaymentBody
    .extend({
      account,
      rule: z.enum(['invoice', 'monthly'], words.rule),
      day: day.optional(),
      amount: sum(words.amount).optional(),
      limit: sum(words.limit),
      consent: z.literal(true, words.consent),
      ...returnAddresses(publicUrl),
    })
    .superRefine((given, context) => {
      if (given.rule !== 'monthly') return
      if (given.day === undefined) context.addIssue({ code: 'custom', path: ['day'], message: words.day })
      if (given.amount === undefined)
        context.addIssue({ code: 'custom', path: ['amount'], message: words.amount })
      else if (given.amount > given.limit)
        context.addIssue({ code: 'custom', path: ['amount'], message: words.overLimit })
    })

export const autopaymentChangeRules = autopaymentChangeBody.extend({
  status: z.enum(['active', 'paused'], words.status).optional(),
  day: day.optional(),
  amount: sum(words.amount).optional(),
  limit: sum(words.limit).optional(),
})
