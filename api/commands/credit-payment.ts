import { CannotCredit, creditMissing, type Part } from 'api/payments'
import { wirePayments } from 'api/wire-payments'
import { toKopecks } from 'contract/money'
import { ConfigError } from 'contract/settings'
import { parseRubles } from 'format/money'
import type { DatabaseWork } from './command'
import { UsageError } from './command-errors'

/**
 * Credits a payment that the gateway has and the database lacks. Throws a UsageError for a part without a sum, a ConfigError
 * for a payment that can't be credited.
 */
export const creditPaymentCommand = async (work: DatabaseWork): Promise<string> => {
  const { database, clock, given, entry } = work
  const [gatewayPaymentId = '', ...parts] = given.words
  const site = work.site()
  const { payments } = wirePayments({ ...work, config: site, wakeJobs() {} })
  const { gateways, hooks } = payments
  try {
    const { id, state } = await creditMissing(
      { config: site, database, gateways, hooks, now: clock() },
      { gatewayPaymentId, parts: parts.map(partOf) },
    )
    entry.note({ subject: `payment ${id}` })
    return `Payment ${id}: ${state}`
  } catch (error) {
    if (error instanceof CannotCredit) throw new ConfigError(`${gatewayPaymentId}: ${error.message}`)
    throw error
  }
}

const partOf = (typed: string): Part => {
  const [account = '', sum = ''] = typed.split('=', 2)
  const read = parseRubles(sum)
  if (account !== '' && read.ok && read.kopecks > 0) return { account, amount: toKopecks(read.kopecks) }
  throw new UsageError(`credit-payment: ${typed} is not an account with its sum, such as 1000200030=500,00`)
}
