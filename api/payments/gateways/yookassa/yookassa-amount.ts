import { type Kopecks, toKopecks } from 'contract/money'
import { z } from 'zod'

/** An amount as the gateway writes sums: 260091 → '2600.91'. */
export const amountValue = (amount: Kopecks): string => {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A sum of the gateway: '2600.91' → 260091; of another currency its hundredths. */
export const yookassaAmount = z.object({
  value: z
    .string()
    .regex(/^\d{1,12}\.\d{2}$/)
    .transform((value) => toKopecks(Number(value.replace('.', '')))),
  currency: z.string(),
})
