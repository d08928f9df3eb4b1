import type { Database, Queries } from 'api/db/database'
import { totalOf } from 'contract/money'
import { formatRubles } from 'format/money'
import type { GatewayRegistry } from '../gateways/gateway-registry'
import type { GatewayPayment, PaymentGateway } from '../gateways/payment-gateway'
import type { PaymentState } from '../store/payment-states'
import { PaymentError } from '../store/payments.errors'
import { findPayment, findPaymentOfGateway } from '../store/payments.repository'
import { identify, type Part, storePayment } from '../store/store-payment'
import { type SettleByHandOptions, settleByHand } from './settle-by-hand'

interface CreditingOptions extends SettleByHandOptions {
  database: Pick<Database, 'db' | 'transaction'>
  gateways: GatewayRegistry
}

interface MissingPayment {
  gatewayPaymentId: string
  /** The parts of a charge for several accounts; empty for one account. */
  parts: readonly Part[]
}

/** The payment was not credited; the message says why. */
export class CannotCredit extends Error {
  override readonly name = 'CannotCredit'
}

/**
 * Credits a payment that a gateway has and this database lacks, under our number in the gateway's metadata. It is stored as
 * pending, then settled with the gateway's state. It has no known payer, and no receipt is mailed. Throws CannotCredit if
 * nothing was stored.
 */
export const creditMissing = async (
  options: CreditingOptions,
  { gatewayPaymentId, parts }: MissingPayment,
): Promise<{ id: string; state: PaymentState }> => {
  const { config, database, gateways, now } = options
  const { gateway, theirs } = await findAtGateways(gateways, gatewayPaymentId)
  const { id, account } = await checkMissing(database.db, gateway, theirs)
  const own = checkParts(theirs, parts, account)
  const others = parts.filter((part) => part.account !== account)
  await database
    .transaction(
      (trx) =>
        storePayment(
          trx,
          {
            identity: identify({ scope: gateway.name, key: gatewayPaymentId, data: [] }),
            source: 'guest',
            userId: null,
            ...own,
            email: '',
            returnTo: null,
            saveMethod: false,
            method: null,
            now: theirs.createdAt === null ? now : new Date(theirs.createdAt),
            atGateway: { id, gatewayPaymentId },
            ...(others.length > 0 && { basket: { others, parts } }),
          },
          { gateway, timeZone: config.timeZone },
        ),
      'read committed',
    )
    .catch((error: unknown) => {
      if (error instanceof PaymentError && error.problem.code === 'unknown_account')
        throw new CannotCredit(`there is no account ${error.problem.account}: import it first`)
      throw error
    })
  return { id, state: await settleByHand(options, id, { charge: 'there', gatewayPaymentId }) }
}

const findAtGateways = async (
  { all }: GatewayRegistry,
  id: string,
): Promise<{ gateway: PaymentGateway; theirs: GatewayPayment }> => {
  for (const gateway of all) {
    const answer = await gateway.get(id)
    if (answer.kind === 'payment') return { gateway, theirs: answer.payment }
    if (answer.kind === 'refused') continue
    const why = answer.kind === 'unknown' ? answer.reason : answer.code
    throw new CannotCredit(`${gateway.name} has not answered (${why}), try again`)
  }
  throw new CannotCredit(`no gateway has it: ${all.map(({ name }) => name).join(', ')}`)
}

const checkMissing = async (db: Queries, { name: gateway }: PaymentGateway, theirs: GatewayPayment) => {
  const { id: gatewayPaymentId, paymentId: id, account, status, currency } = theirs
  if (status === 'canceled') throw new CannotCredit('it is canceled there: no money was taken')
  if (id === null || account === null || currency !== 'RUB')
    throw new CannotCredit('it has no number and account of this portal: another system of the shop made it')
  const payment = await findPaymentOfGateway(db, { gateway, gatewayPaymentId })
  if (payment) throw new CannotCredit(`it is payment ${payment.id} here already`)
  if (await findPayment(db, id))
    throw new CannotCredit(`its number, ${id}, is that of another payment here: reconcile says what differs`)
  return { id, account }
}

/** Checks the parts and returns that of the account in the metadata. */
const checkParts = (theirs: GatewayPayment, parts: readonly Part[], account: string): Part => {
  if (parts.length === 0) {
    if (!theirs.isForSeveral) return { account, amount: theirs.amount }
    throw new CannotCredit(
      'it pays several accounts: say what each of them gets, as ACCOUNT=SUM; its receipt in the office has the sums',
    )
  }
  const own = parts.find((part) => part.account === account)
  if (!own || new Set(parts.map((part) => part.account)).size < parts.length)
    throw new CannotCredit(`the accounts must be different, and ${account} must be one of them`)
  if (totalOf(parts.map(({ amount }) => amount)) !== theirs.amount)
    throw new CannotCredit(`the sums must come to ${formatRubles(theirs.amount)}`)
  return own
}
