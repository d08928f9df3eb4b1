import { CannotRefund } from 'api/payments'
import { wirePayments } from 'api/wire-payments'
import { type Kopecks, toKopecks } from 'contract/money'
import { ConfigError } from 'contract/settings'
import { formatRubles, parseRubles } from 'format/money'
import type { DatabaseWork } from './command'
import { UsageError } from './command-errors'

/**
 * Requests a refund from the gateway, in whole or in part. Letters wait for a server. Throws a UsageError for a sum that
 * is none, a ConfigError for a refund that is not possible.
 */
export const refundCommand = async (work: DatabaseWork): Promise<string> => {
  const [payment = '', sum] = work.given.words
  const amount = sum === undefined ? null : kopecksOf(sum)
  try {
    const { refunds } = wirePayments({ ...work, config: work.site(), wakeJobs() {} })
    const refund = await refunds.request({ paymentId: payment, amount })
    work.entry.note({ counts: { kopecks: refund.amount } })
    const given = formatRubles(refund.amount)
    return refund.state === 'given back'
      ? `Payment ${payment}: ${given} given back, ${formatRubles(refund.refundedInAll)} of ${formatRubles(refund.paid)} in all`
      : `Payment ${payment}: the gateway has not finished the refund of ${given}. A server that runs finds out what becomes of it: do not ask for it again`
  } catch (error) {
    if (error instanceof CannotRefund) throw new ConfigError(`Payment ${payment}: ${error.message}`)
    throw error
  }
}

const kopecksOf = (typed: string): Kopecks => {
  const read = parseRubles(typed)
  if (read.ok && read.kopecks > 0) return toKopecks(read.kopecks)
  throw new UsageError(`refund: ${typed} is not a sum in rubles above zero, such as 500 or 500,00`)
}
