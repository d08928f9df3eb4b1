import { bareAccountNumber, emailAddress, ownIdentifier, typedAccountNumber } from 'api/http/field-rules'
import { basketBody, basketPreviewBody } from 'contract/basket'
import { paymentLimits } from 'contract/limits'
import { kopecks } from 'contract/money'
import type { PaymentKind } from 'contract/payments'
import { guestPaymentBody, payCheckBody, personalPaymentBody } from 'contract/payments'
import { z } from 'zod'
import { paymentAmount } from './payment-amount'
import { fieldWords as words } from './payments.words'
import { returnAddresses } from './return-addresses'

const account = typedAccountNumber({ missing: words.account, tooLong: words.longAccount })
const email = emailAddress({ missing: words.noEmail, invalid: words.email })

export const payCheckRules = payCheckBody.extend({ account })

/** One of what the gateway takes. With a saved method it does not count. */
export const paymentKindRule = (kinds: readonly PaymentKind[]) => z.enum(kinds, words.kind).optional()

export const guestPaymentRules = (publicUrl: string, kinds: readonly PaymentKind[]) =>
  guestPaymentBody.extend({
    account,
    amount: paymentAmount,
    email,
    kind: paymentKindRule(kinds),
    ...returnAddresses(publicUrl),
  })

const paymentMethod = ownIdentifier.optional()

const kopecksAboveZero = z
  .number(words.amount)
  .refine(Number.isSafeInteger, { error: words.amount, abort: true })
  .refine((amount) => amount > 0, { error: words.amount, abort: true })
  .pipe(kopecks)

/** The payment itself has limits; a preview divides whatever is asked for. */
export const basketPreviewRules = (accountsAtOnce: number) =>
  basketPreviewBody.extend({
    accounts: z
      .array(bareAccountNumber)
      .min(1)
      .max(accountsAtOnce, words.mostAccounts(accountsAtOnce))
      .transform((accounts) => [...new Set<string>(accounts)]),
    amount: kopecksAboveZero.optional(),
  })

/**
 * A part may be a few kopecks, such as the rest of a divided sum: the least amount of a payment is for all parts
 * together.
 */
const part = z.object({
  account: bareAccountNumber,
  amount: kopecksAboveZero.refine((amount) => amount <= paymentLimits.most, words.most),
})

export const basketRules = (
  publicUrl: string,
  { accountsAtOnce, kinds }: { accountsAtOnce: number; kinds: readonly PaymentKind[] },
) =>
  basketBody.extend({
    parts: z
      .array(part)
      .min(1, words.nothingToPay)
      .max(accountsAtOnce, words.mostAccounts(accountsAtOnce))
      .superRefine((parts, check) => {
        if (parts.length === 0) return
        for (const [index, { account }] of parts.entries())
          if (parts.findIndex((one) => one.account === account) < index)
            check.addIssue({ code: 'custom', message: words.twice, path: [index, 'account'] })
        const sum = paymentAmount.safeParse(parts.reduce((total, { amount }) => total + amount, 0))
        for (const { message } of sum.error?.issues ?? []) check.addIssue({ code: 'custom', message })
      }),
    paymentMethod,
    kind: paymentKindRule(kinds),
    ...returnAddresses(publicUrl),
  })

export const personalPaymentRules = (publicUrl: string, kinds: readonly PaymentKind[]) =>
  personalPaymentBody.extend({
    amount: paymentAmount,
    paymentMethod,
    kind: paymentKindRule(kinds),
    ...returnAddresses(publicUrl),
  })
