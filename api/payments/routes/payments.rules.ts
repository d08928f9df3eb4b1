import { bareAccountNumber, emailAddress, ownIdentifier, typedAccountNumber } from 'api/http/field-rules'
import { basketBody, basketPreviewBody } from 'contract/basket'
import { paymentLimits } from 'contract/limits'
import { kopecks } from 'contract/money'
import type { PaymentKind } from 'contract/payments'
import { guestPaymentBody, payCheckBody, personalPaymentBody } from 'contract/payments'
import { accountsAtOnceInWords } from 'format/account'
import { formatWholeRubles } from 'format/money'
import { z } from 'zod'

const words = {
  account: 'Введите номер лицевого счёта.',
  longAccount: 'Слишком длинный номер.',
  noEmail: 'Укажите почту: на неё придёт кассовый чек.',
  email: 'Проверьте адрес: он должен быть вида name@example.ru.',
  amount: 'Введите сумму в рублях и копейках.',
  least: `Наименьшая сумма платежа — ${formatWholeRubles(paymentLimits.least)}.`,
  most: `Наибольшая сумма одного платежа — ${formatWholeRubles(paymentLimits.most)}. Разделите платёж на несколько.`,
  twice: 'Этот лицевой счёт в платеже уже есть.',
  nothingToPay: 'Введите сумму хотя бы по одному лицевому счёту.',
  mostAccounts: (most: number) => `${accountsAtOnceInWords(most)}.`,
  kind: 'Выберите, чем платить.',
  returnAddress: 'Адрес возврата должен вести на этот сайт.',
}

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

const paymentAmount = amountRule({
  noNumber: words.amount,
  tooLittle: words.least,
  tooMuch: words.most,
})

/** A page of the portal: a bank must not be made to send a payer anywhere else. */
const ownAddress = (publicUrl: string) =>
  z
    .string()
    .max(2_000)
    .refine((text) => isOnSite(text, publicUrl), words.returnAddress)

const isOnSite = (text: string, publicUrl: string) => {
  if (!/^https?:\/\//i.test(text) || /[\p{Cc} \\]/u.test(text)) return false
  try {
    const url = new URL(text)
    return url.origin === new URL(publicUrl).origin && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/** The portal's pages that a payer comes back to. */
export const returnAddresses = (publicUrl: string) => ({
  successUrl: ownAddress(publicUrl),
  failedUrl: ownAddress(publicUrl),
})

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
