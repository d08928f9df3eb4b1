import { chargeLimit } from 'contract/autopayments'
import { paymentLimits } from 'contract/limits'
import { type Kopecks, toKopecks } from 'contract/money'
import {
  noAmount,
  type PaymentKind,
  paymentAmount,
  paymentKind,
  positiveAmount,
  tooMuch,
} from 'contract/payments'
import { amountForInput, parseRubles } from 'format/money'
import { z } from 'zod'

const amountErrors = {
  empty: noAmount,
  'not-a-number': 'Введите сумму цифрами, например 1234,56',
  'too-precise': 'Копейки — это две цифры после запятой, например 100,50',
  negative: 'Сумма не может быть меньше нуля',
  'too-large': tooMuch,
} as const

/** The rule of a body's amount, kopecks, for rubles as people type them. */
const inRubles = <Rule extends z.ZodType<unknown, number>>(rule: Rule) =>
  z
    .string(rule.safeParse(undefined).error?.issues[0]?.message)
    .max(100, amountErrors['not-a-number'])
    .transform((typed, check) => {
      const parsed = parseRubles(typed)
      if (parsed.ok) return parsed.kopecks
      check.addIssue({ code: 'custom', message: amountErrors[parsed.reason] })
      return z.NEVER
    })
    .pipe(rule)

/** The amount of a payment. */
export const typedPayment = inRubles(paymentAmount())

/** The limit of one charge of an autopayment. */
export const typedLimit = inRubles(chargeLimit)

/** An amount whose bounds only the API checks. */
export const typedAmount = inRubles(positiveAmount)

/** The amount of a part of a payment: nothing, or zero, leaves the part out. */
export const partAmount = z
  .string()
  .max(100, amountErrors['not-a-number'])
  .optional()
  .transform((typed, check): Kopecks => {
    const parsed = parseRubles(typed ?? '')
    if (parsed.ok && parsed.kopecks <= paymentLimits.most) return toKopecks(parsed.kopecks)
    if (!parsed.ok && parsed.reason === 'empty') return toKopecks(0)
    check.addIssue({ code: 'custom', message: parsed.ok ? tooMuch : amountErrors[parsed.reason] })
    return z.NEVER
  })

/** Why a sum, kopecks, can't be paid at once; `null` if it can. */
export const outOfBounds = (kopecks: number): string | null =>
  paymentAmount().safeParse(kopecks).error?.issues[0]?.message ?? null

/** A field that does not count now: neither validated nor sent. */
export const ignoredField = z
  .unknown()
  .optional()
  .transform(() => undefined)

/** The field `kind` of a payment form; ignored where there is nothing to choose, as with a saved method. */
export const kindField = (kinds: readonly PaymentKind[]) =>
  kinds.length === 0 ? ignoredField : paymentKind.unwrap().extract(kinds)

/** A field that only the button of a question sends: pay although other payments are pending. */
export const confirmedField = z
  .string()
  .optional()
  .transform((sent) => sent !== undefined)

/** The balance that the page showed, in kopecks; null if the field is not such a number. */
export const readDisplayedBalance = (sent: string | null | undefined): number | null =>
  sent && /^-?\d{1,15}$/.test(sent) ? Number(sent) : null

/**
 * The prefilled amount of a payment form: the debt, or `linkAmount`, the amount that the link of a bill or of a
 * failed payment names, if that is less. `balance` in kopecks; `null` if it is not known: then `linkAmount` alone.
 */
export const prefilledAmount = (linkAmount: string | null, balance: number | null): string => {
  const parsed = linkAmount ? parseRubles(linkAmount.slice(0, 100)) : null
  const linkKopecks = parsed?.ok && parsed.kopecks > 0 ? parsed.kopecks : null
  if (balance === null) return linkKopecks === null ? '' : amountForInput(linkKopecks)
  return balance > 0 ? amountForInput(Math.min(linkKopecks ?? balance, balance)) : ''
}
