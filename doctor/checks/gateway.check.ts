import type { Database } from 'api/db/database'
import { countOfOtherPayees, hasSeveralPayees, type PaymentGateway } from 'api/payments'
import type { ServerConfig } from 'api/server-config'
import { type Check, type Finding, failed, notChecked, ok, warning } from '../check'
import { openForCheck } from './open-for-check'

const lookBackMs = 60_000

export interface GatewayOptions {
  config: ServerConfig
  database: Database
  hasDatabase: boolean
  isProduction: boolean
}

/**
 * Whether the gateway of new payments knows the shops, by reading the lists of the last minute, and whether the money for
 * all accounts belongs to the shop's owner.
 */
export const gatewayCheck = ({ config, database, hasDatabase, isProduction }: GatewayOptions): Check => ({
  name: 'gateway',
  async run() {
    const configured = config.gateways.find(({ name }) => name === config.paymentGateway)
    if (!configured) return notChecked('there is none')
    if (configured.takesTestMoney) {
      const found = `payments go to ${configured.name}, which takes no money`
      return isProduction ? warning(found, 'Set PAYMENT_GATEWAY, unless this is a trial.') : ok(found)
    }
    const { gateway, formerShops = [] } = openForCheck(configured, { config, database })
    for (const { name, shop, listPayments } of [gateway, ...formerShops]) {
      const now = Date.now()
      const from = new Date(now - lookBackMs).toISOString()
      const page = await listPayments({ from, to: new Date(now).toISOString(), cursor: null })
      if (page.kind === 'page') continue
      return page.kind === 'unknown'
        ? failed(
            `${name} does not answer: ${page.reason}`,
            'See whether this machine may reach the gateway, and its state page.',
          )
        : failed(
            `${name} does not accept the shop ${shop}: ${page.code}`,
            'Correct the number of the shop and its secret key.',
          )
    }
    const knows = `${gateway.name} knows ${formerShops.length === 0 ? 'the shop' : 'the shops'}`
    return (hasDatabase && (await unpayable(database, gateway))) || ok(knows)
  },
})

const advice =
  'Set YOOKASSA_PAYEE_INN to the INN of the organisation that owns the shop; a shop of housing that names the payee of each payment has YOOKASSA_PAYMENT_ORDER=utilities.'

/** What is wrong with the payees of the register; null if every account can be paid. */
const unpayable = async (
  { db }: Database,
  { name, paysTo }: Pick<PaymentGateway, 'name' | 'paysTo'>,
): Promise<Finding | null> => {
  if (paysTo === 'named payee') return null
  const { inn } = paysTo
  if (inn === null) {
    const found = `the register has several payees, and it is not known which one ${name} pays: no account can be paid`
    return (await hasSeveralPayees(db)) ? failed(found, advice) : null
  }
  const { others, all } = await countOfOtherPayees(db, inn)
  if (others === 0) return null
  const found = `${others} of ${all} accounts have another payee than ${inn}, the payee of ${name}: they can't be paid`
  return others === all ? failed(found, advice) : warning(found, advice)
}
