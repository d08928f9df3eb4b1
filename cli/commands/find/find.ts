import type { Queries } from 'api/db/database'
import { normalizeAccountNumber } from 'format/account'
import { normalizeEmail } from 'format/email'
import { ConfigError } from 'process/settings'
import type { DatabaseContext } from '../../command'
import { findAccount, findCustomerByEmail, findCustomerById, findPayment } from './find.repository'
import { accountLines, customerLines, masked, type PrintOptions, paymentLines, unmasked } from './print-found'

interface SearchResult {
  /** For the operator log. */
  subject: string
  lines: string[]
}

/**
 * Prints a customer, an account or a payment for support. Names, e-mails, telephones and addresses are masked without
 * `--show`. Throws a ConfigError if nothing is found.
 */
export const findCommand = async ({
  config: { timeZone },
  database: { db },
  input,
  clock,
  entry,
}: DatabaseContext<'show'>): Promise<string> => {
  const [what = ''] = input.positionals
  const shown = { ...(input.has('show') ? unmasked : masked), timeZone, now: clock().toISOString() }
  const result = what.includes('@') ? await byEmail(db, what, shown) : await byNumber(db, what, shown)
  if (!result) throw new ConfigError('find: there is nothing with this e-mail or number')
  entry.note({ subject: result.subject })
  return result.lines.join('\n')
}

const byEmail = async (db: Queries, email: string, shown: PrintOptions): Promise<SearchResult | null> => {
  const customer = await findCustomerByEmail(db, (normalizeEmail(email) ?? email).toLowerCase())
  return customer
    ? { subject: `customer ${customer.id}`, lines: await customerLines(db, customer, shown) }
    : null
}

/** An account, a payment by our number or the gateway's, or a customer's id, as the operator log has it. */
const byNumber = async (db: Queries, number: string, shown: PrintOptions): Promise<SearchResult | null> => {
  const account = await findAccount(db, normalizeAccountNumber(number))
  if (account) return { subject: `account ${account.account}`, lines: await accountLines(db, account, shown) }
  const payment = await findPayment(db, number)
  if (payment) return { subject: `payment ${payment.id}`, lines: await paymentLines(db, payment, shown) }
  const customer = await findCustomerById(db, number)
  return customer
    ? { subject: `customer ${customer.id}`, lines: await customerLines(db, customer, shown) }
    : null
}
