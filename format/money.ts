import { withoutInvisibleSigns } from './invisible-signs'

const NO_BREAK_SPACE = '\u00a0'
const MINUS = '\u2212'
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g
const CURRENCY = /(?:₽|рубл(?:ь|я|ей)|руб\.?|р\.?|rub)$/i
const AMOUNT = /^(\d+|\d{1,3}(?: \d{3})+)(?:[.,](\d*))?$/
const NEGATIVE = /^[-\u2010-\u2015\u2212]/

type ParsedRubles =
  | { ok: true; kopecks: number }
  | { ok: false; reason: 'empty' | 'not-a-number' | 'too-precise' | 'negative' | 'too-large' }

/** Groups the digits of a non-negative integer: 1234567 → '1 234 567' with no-break spaces. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, NO_BREAK_SPACE)
}

/**
 * Kopecks as an amount without a currency: 123456 → '1 234,56', -50 → '−0,50'. Throws RangeError for anything but a
 * safe integer.
 */
export function formatAmount(kopecks: number): string {
  if (!Number.isSafeInteger(kopecks)) throw new RangeError('An amount is an integer number of kopecks')
  const digits = String(Math.abs(kopecks)).padStart(3, '0')
  const sign = kopecks < 0 ? MINUS : ''
  return `${sign}${groupDigits(digits.slice(0, -2))},${digits.slice(-2)}`
}

/** Kopecks as rubles: 123456 → '1 234,56 ₽', with no-break spaces. */
export function formatRubles(kopecks: number): string {
  return `${formatAmount(kopecks)}${NO_BREAK_SPACE}₽`
}

/** Whole rubles: 35000000 → '350 000 ₽', with no-break spaces. RangeError for a sum with kopecks. */
export function formatWholeRubles(kopecks: number): string {
  if (kopecks < 0 || !Number.isSafeInteger(kopecks / 100))
    throw new RangeError('Not a whole number of rubles')
  return `${groupDigits(String(kopecks / 100))}${NO_BREAK_SPACE}₽`
}

/** The sum of kopecks; null when it is no safe integer. */
export function sumOf(amounts: readonly number[]): number | null {
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return Number.isSafeInteger(sum) ? sum : null
}

/** Kopecks as a form field or a link has them, without spaces: 123456 → '1234,56'. For non-negative amounts. */
export function amountForInput(kopecks: number): string {
  return `${Math.trunc(kopecks / 100)},${String(kopecks % 100).padStart(2, '0')}`
}

/**
 * Parses rubles as people type them ('1 234,56', '1234.5', '100 руб.') to kopecks, without floating point. A space may
 * only separate groups of three digits: otherwise '12 50' would be 1250 rubles.
 */
export function parseRubles(text: string): ParsedRubles {
  const bare = withoutInvisibleSigns(text).replace(SPACES, ' ').trim().replace(CURRENCY, '').trim()
  if (bare === '') return { ok: false, reason: 'empty' }
  const negative = NEGATIVE.test(bare)
  const amount = AMOUNT.exec(negative ? bare.slice(1).trimStart() : bare)
  if (!amount) return { ok: false, reason: 'not-a-number' }
  if (negative) return { ok: false, reason: 'negative' }
  const [, rubles = '', fraction = ''] = amount
  if (fraction.length > 2) return { ok: false, reason: 'too-precise' }
  const kopecks = Number(rubles.replaceAll(' ', '') + fraction.padEnd(2, '0'))
  return Number.isSafeInteger(kopecks) ? { ok: true, kopecks } : { ok: false, reason: 'too-large' }
}

/** The refunded amount of a payment in words; null when nothing was refunded. Amounts in kopecks. */
export const refundedInWords = ({
  amount,
  refunded,
}: {
  amount: number
  refunded?: number | null | undefined
}): string | null => {
  if (!refunded || refunded <= 0) return null
  return refunded >= amount ? 'Возвращено полностью' : `Возвращено ${formatRubles(refunded)}`
}
