import { withoutInvisibleSigns } from './invisible-signs'
import { groupDigits } from './money'

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
const MINUS = '\u2212'
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g
const TYPED = /^(\d+|\d{1,3}(?: \d{3})+)?(?:[.,](\d*))?$/
const NEGATIVE = /^[-\u2010-\u2015\u2212]/

type ParsedDecimal = { ok: true; text: string } | { ok: false; reason: 'empty' | 'not-a-number' | 'negative' }

/** Digits after the point: '12.50' → 2. */
export function decimalsOf(text: string): number {
  return partsOf(text).fraction.length
}

/** Digits before the point: '12.50' → 2. */
export function wholeDigitsOf(text: string): number {
  return partsOf(text).whole.length
}

/**
 * A decimal as a whole number of its smallest units: ('1234.5', 3) → 1234500n. RangeError for anything but a decimal,
 * and for more decimals.
 */
export function toUnits(text: string, decimals: number): bigint {
  const { sign, whole, fraction } = partsOf(text)
  if (fraction.length > decimals) throw new RangeError(`More than ${decimals} decimals: ${text}`)
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`)
}

/** The reverse: (1234500n, 3) → '1234.500'. */
export function fromUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, at)}.${digits.slice(at)}`
}

/**
 * A decimal as people read it: '1234.500' → '1 234,500', with no-break spaces. RangeError for anything but a decimal.
 */
export function formatDecimal(text: string): string {
  const { sign, whole, fraction } = partsOf(text)
  return `${sign && MINUS}${groupDigits(whole)}${fraction && `,${fraction}`}`
}

/** A volume without the zeros at its end: '12.500' → '12,5'. */
export function formatVolume(text: string): string {
  const { sign, whole, fraction } = partsOf(text)
  const rest = fraction.replace(/0+$/, '')
  return formatDecimal(`${sign}${whole}${rest && `.${rest}`}`)
}

/** A volume rounded for people: whole from 10 on, below with two digits: '128.6' → '129', '0.0424' → '0,042'. */
export function formatAboutVolume(text: string): string {
  const { whole, fraction } = partsOf(text)
  const zeros = Number(whole) > 0 ? -1 : Math.max(fraction.search(/[1-9]/), 0)
  const decimals = Number(whole) >= 10 ? 0 : Math.min(zeros + 2, fraction.length)
  const step = 10n ** BigInt(fraction.length - decimals)
  const units = toUnits(text, fraction.length)
  const half = units < 0n ? -step / 2n : step / 2n
  return formatVolume(fromUnits((units + half) / step, decimals))
}

/**
 * A decimal as people type it, with a comma or a point: '00 123,40' → '123.40'. A space may only separate groups of
 * three digits: otherwise '12 50' would be 1250.
 */
export function parseDecimal(typed: string): ParsedDecimal {
  const bare = withoutInvisibleSigns(typed).replace(SPACES, ' ').trim()
  if (bare === '') return { ok: false, reason: 'empty' }
  const negative = NEGATIVE.test(bare)
  const [match, whole = '', fraction = ''] = TYPED.exec(negative ? bare.slice(1).trimStart() : bare) ?? []
  if (match === undefined || whole + fraction === '') return { ok: false, reason: 'not-a-number' }
  if (negative) return { ok: false, reason: 'negative' }
  const digits = whole.replaceAll(' ', '').replace(/^0+(?=\d)/, '') || '0'
  return { ok: true, text: fraction ? `${digits}.${fraction}` : digits }
}

function partsOf(text: string) {
  const parts = DECIMAL.exec(text)
  if (!parts) throw new RangeError(`Not a decimal: ${text}`)
  const [, sign = '', whole = '', fraction = ''] = parts
  return { sign, whole, fraction }
}
