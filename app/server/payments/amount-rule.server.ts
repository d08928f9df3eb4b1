import { paymentLimits } from 'contract/limits'
import { type Kopecks, toKopecks } from 'contract/money'
import { formatWholeRubles, parseRubles } from 'format/money'
import { z } from 'zod'

const tooMuch = `Наибольшая сумма одного платежа — ${formatWholeRubles(paymentLimits.most)}`

const NOTHING = 'Введите сумму больше нуля'

const whyNot = {
  empty: 'Введите сумму',
  'not-a-number': 'Введите сумму цифрами, например 1234,56',
  'too-precise': 'Копейки — это две цифры после запятой, например 100,50',
  negative: 'Сумма не может быть меньше нуля',
  'too-large': tooMuch,
} as const

/** The amount of a payment: rubles as people type them, parsed to kopecks and checked against the limits. */
export const paymentAmount = z
  .string({ error: whyNot.empty })
  .max(100, whyNot['not-a-number'])
  .transform((typed, check): Kopecks => {
    const parsed = parseRubles(typed)
    const why = parsed.ok ? outOfBounds(parsed.kopecks) : whyNot[parsed.reason]
    if (parsed.ok && !why) return toKopecks(parsed.kopecks)
    check.addIssue({ code: 'custom', message: why ?? whyNot['not-a-number'] })
    return z.NEVER
  })

/** An amount that only the API judges: rubles as people type them, above zero, parsed to kopecks. */
export const positiveAmount = z
  .string({ error: whyNot.empty })
  .max(100, whyNot['not-a-number'])
  .transform((typed, check): Kopecks => {
    const parsed = parseRubles(typed)
    if (parsed.ok && parsed.kopecks > 0) return toKopecks(parsed.kopecks)
    check.addIssue({ code: 'custom', message: parsed.ok ? NOTHING : whyNot[parsed.reason] })
    return z.NEVER
  })

/** The amount of a part of a payment: nothing, or zero, leaves the part out. */
export const partAmount = z
  .string()
  .max(100, whyNot['not-a-number'])
  .optional()
  .transform((typed, check): Kopecks => {
    const parsed = parseRubles(typed ?? '')
    if (parsed.ok && parsed.kopecks <= paymentLimits.most) return toKopecks(parsed.kopecks)
    if (!parsed.ok && parsed.reason === 'empty') return toKopecks(0)
    check.addIssue({ code: 'custom', message: parsed.ok ? tooMuch : whyNot[parsed.reason] })
    return z.NEVER
  })

/** Why a sum, kopecks, can't be paid at once; null when it can. */
export const outOfBounds = (kopecks: number): string | null => {
  if (kopecks === 0) return NOTHING
  if (kopecks < paymentLimits.least)
    return `Наименьшая сумма платежа — ${formatWholeRubles(paymentLimits.least)}`
  return kopecks > paymentLimits.most ? tooMuch : null
}
