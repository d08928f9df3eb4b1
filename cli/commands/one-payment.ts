import {
  CannotCredit,
  CannotRefund,
  CannotSettle,
  creditMissing,
  type GatewayFinding,
  type Part,
  settleByHand,
} from 'api/payments'
import { wirePayments } from 'api/wire-payments'
import { type Kopecks, toKopecks } from 'contract/money'
import { formatRubles, parseRubles } from 'format/money'
import { ConfigError } from 'process/settings'
import { type DatabaseContext, UsageError } from '../command'

/**
 * Requests a refund from the gateway, in whole or in part. Letters wait for a server. Throws a UsageError for an
 * invalid sum, a ConfigError for a refund that is not possible.
 */
export const refundCommand = async (context: DatabaseContext): Promise<string> => {
  const [payment = '', sum] = context.input.positionals
  const amount = sum === undefined ? null : kopecksOf(sum)
  try {
    const { refunds } = wirePayments({ ...context, config: context.site(), wakeJobs() {} })
    const refund = await refunds.request({ paymentId: payment, amount })
    context.entry.note({ counts: { kopecks: refund.amount } })
    const amountText = formatRubles(refund.amount)
    return refund.state === 'given back'
      ? `Payment ${payment}: ${amountText} given back, ${formatRubles(refund.refundedInAll)} of ${formatRubles(refund.paid)} in all`
      : `Payment ${payment}: the gateway has not finished the refund of ${amountText}. A server that runs finds out what becomes of it: do not ask for it again`
  } catch (error) {
    if (error instanceof CannotRefund) throw new ConfigError(`Payment ${payment}: ${error.message}`)
    throw error
  }
}

const kopecksOf = (typed: string): Kopecks => {
  const parsed = parseRubles(typed)
  if (parsed.ok && parsed.kopecks > 0) return toKopecks(parsed.kopecks)
  throw new UsageError(`refund: ${typed} is not a sum in rubles above zero, such as 500 or 500,00`)
}

const openSettling = (context: DatabaseContext) => {
  const site = context.site()
  const { gateways, hooks } = wirePayments({ ...context, config: site, wakeJobs() {} }).payments
  return { config: site, database: context.database, gateways, hooks, now: context.clock() }
}

/**
 * Settles a pending payment as the operator saw it in the gateway's office. Letters wait for a server. Throws a
 * ConfigError for a payment that can't be settled.
 */
export const settlePaymentCommand = async (context: DatabaseContext): Promise<string> => {
  const [payment = '', word = ''] = context.input.positionals
  const finding: GatewayFinding =
    word === 'canceled' ? { charge: 'none' } : { charge: 'there', gatewayPaymentId: word }
  try {
    const state = await settleByHand(openSettling(context), payment, finding)
    return `Payment ${payment}: ${state}`
  } catch (error) {
    if (error instanceof CannotSettle) throw new ConfigError(`Payment ${payment}: ${error.message}`)
    throw error
  }
}

/**
 * Credits a payment that the gateway has and the database lacks. Throws a UsageError for a part without a sum, a
 * ConfigError for a payment that can't be credited.
 */
export const creditPaymentCommand = async (context: DatabaseContext): Promise<string> => {
  const [gatewayPaymentId = '', ...parts] = context.input.positionals
  try {
    const order = { gatewayPaymentId, parts: parts.map(partOf) }
    const { id, state } = await creditMissing(openSettling(context), order)
    context.entry.note({ subject: `payment ${id}` })
    return `Payment ${id}: ${state}`
  } catch (error) {
    if (error instanceof CannotCredit) throw new ConfigError(`${gatewayPaymentId}: ${error.message}`)
    throw error
  }
}

const partOf = (typed: string): Part => {
  const [account = '', sum = ''] = typed.split('=', 2)
  const parsed = parseRubles(sum)
  if (account !== '' && parsed.ok && parsed.kopecks > 0) return { account, amount: toKopecks(parsed.kopecks) }
  throw new UsageError(`credit-payment: ${typed} is not an account with its sum, such as 1000200030=500,00`)
}
