import { guestPaymentBody, payCheckBody, personalPaymentBody } from 'contract/payments'
import { normalizeAccountNumber } from 'format/account-number'
import { normalizeEmail } from 'format/email'
import { z } from 'zod'
import { paymentAmount } from './payment-amount'
import { fieldWords as words } from './payments.words'
import { returnAddresses } from './return-addresses'

// The portal sends the bare number; a caller that passes on what was typed is understood as well.
const account = z
  .string(words.account)
  .max(200, words.longAccount)
  .transform(normalizeAccountNumber)
  .pipe(z.string().min(1, words.account).max(64, words.longAccount))

const email = z
  .string(words.noEmail)
  .trim()
  .min(1, words.noEmail)
  .transform((text, context) => {
    const normalized = normalizeEmail(text)
    if (normalized) return normalized
    context.addIssue({ code: 'custom', message: words.email })
    return z.NEVER
  })

export const payCheckRules = payCheckBody.extend({ account })

export const guestPaymentRules = (publicUrl: string) =>
  guestPaymentBody.extend({ account, amount: paymentAmount, email, ...returnAddresses(publicUrl) })

export const personalPaymentRules = (publicUrl: string) =>
  personalPaymentBody.extend({ amount: paymentAmount, ...returnAddresses(publicUrl) })
