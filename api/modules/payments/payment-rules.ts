import { guestPaymentBody, payCheckBody, personalPaymentBody } from 'contract/payments'
import { normalizeAccountNumber } from 'format/account-number'
import { normalizeEmail } from 'format/email'
import { z } from 'zod'

export const leastAmount = 100
export const mostAmount = 35_000_000

const words = {
  amount: 'Введите сумму в рублях и копейках.',
  least: 'Наименьшая сумма платежа — 1\u00a0₽.',
  most: 'Наибольшая сумма одного платежа — 350\u00a0000\u00a0₽. Разделите платёж на несколько.',
  account: 'Введите номер лицевого счёта.',
  longAccount: 'Слишком длинный номер.',
  noEmail: 'Укажите почту: на неё придёт кассовый чек.',
  email: 'Проверьте адрес: он должен быть вида name@example.ru.',
  address: 'Адрес возврата должен вести на этот сайт.',
}

/** Whole kopecks. What is no number at all is told apart from what is too little or too much. */
const amount = z
  .number(words.amount)
  .refine(Number.isSafeInteger, { error: words.amount, abort: true })
  .refine((kopecks) => kopecks >= leastAmount, { error: words.least, abort: true })
  .refine((kopecks) => kopecks <= mostAmount, words.most)

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

/** A page of the portal: a bank must not be made to send a payer anywhere else. */
const ownAddress = (publicUrl: string) =>
  z
    .string()
    .max(2_000)
    .refine((text) => isOnSite(text, publicUrl), words.address)

const isOnSite = (text: string, publicUrl: string) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!/^https?:\/\//i.test(text) || /[\u0000-\u0020\u007f\\]/.test(text)) return false
  try {
    const url = new URL(text)
    return url.origin === new URL(publicUrl).origin && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

const returnAddresses = (publicUrl: string) => ({
  successUrl: ownAddress(publicUrl),
  failedUrl: ownAddress(publicUrl),
})

export const payCheckRules = payCheckBody.extend({ account })

export const guestPaymentRules = (publicUrl: string) =>
  guestPaymentBody.extend({ account, amount, email, ...returnAddresses(publicUrl) })

export const personalPaymentRules = (publicUrl: string) =>
  personalPaymentBody.extend({ amount, ...returnAddresses(publicUrl) })
