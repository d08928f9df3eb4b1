import { normalizeAccountNumber } from './account'

/** From a bill's QR code. `amount` is in kopecks; null if the code has none. */
interface QrBill {
  account: string
  amount: number | null
}

type ReadQr = { ok: true; bill: QrBill } | { ok: false; reason: 'not-a-bill' | 'no-account' }

/**
 * Parses the text of a payment QR code (GOST R 56042-2014): `ST0001`, a digit for the charset, the separator that this
 * code uses, then `Key=Value` pairs. Keys in any case, because billing systems differ.
 */
export const readPaymentQr = (text: string): ReadQr => {
  const head = /^\uFEFF?\s*ST\d{4}[123](.)/su.exec(text)
  if (!head?.[1]) return { ok: false, reason: 'not-a-bill' }
  const values = new Map(
    text
      .slice(head[0].length)
      .split(head[1])
      .map((pair): [string, string] => {
        const at = pair.indexOf('=')
        return [pair.slice(0, Math.max(at, 0)).trim().toLowerCase(), pair.slice(at + 1).trim()]
      }),
  )
  if (!values.has('name') && !values.has('personalacc')) return { ok: false, reason: 'not-a-bill' }
  const account = normalizeAccountNumber(values.get('persacc') ?? '')
  if (account === '') return { ok: false, reason: 'no-account' }
  return { ok: true, bill: { account, amount: kopecksOf(values.get('sum')) } }
}

const kopecksOf = (sum: string | undefined): number | null => {
  const kopecks = sum && /^\d{1,15}$/.test(sum) ? Number(sum) : 0
  return kopecks > 0 ? kopecks : null
}
