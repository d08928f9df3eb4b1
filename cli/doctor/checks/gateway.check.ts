import type { Database } from 'api/db/database'
import {
  countAccountsOfOtherPayees,
  findShopBacklogs,
  hasSeveralPayees,
  type PaymentGateway,
} from 'api/payments'
import type { ServerConfig } from 'api/server-config'
import { noLog } from 'monitoring/log'
import { type Check, type Finding, failed, notChecked, ok, reasonOf, warning } from '../check'

const lookBackMs = 60_000

interface GatewayOptions {
  config: ServerConfig
  database: Database
  hasDatabase: boolean
  isProduction: boolean
}

/**
 * Whether the gateway of new payments knows the shops, by reading the lists of the last minute, and whether the money
 * for all accounts belongs to the shop's owner.
 */
export const gatewayCheck = ({ config, database, hasDatabase, isProduction }: GatewayOptions): Check => ({
  name: 'gateway',
  async run() {
    const configured = config.gateways.find(({ name }) => name === config.paymentGateway)
    if (!configured) return notChecked('there is none')
    if (configured.takesTestMoney) {
      const summary = `payments go to ${configured.name}, which takes no money`
      return isProduction ? warning(summary, 'Set PAYMENT_GATEWAY, unless this is a trial.') : ok(summary)
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

/** The finding about accounts that can't be paid; null if all can. */
const unpayable = async (
  { db }: Database,
  { name, paysTo }: Pick<PaymentGateway, 'name' | 'paysTo'>,
): Promise<Finding | null> => {
  if (paysTo === 'named payee') return null
  const { inn } = paysTo
  if (inn === null) {
    const summary = `the register has several payees, and it is not known which one ${name} pays: no account can be paid`
    return (await hasSeveralPayees(db)) ? failed(summary, advice) : null
  }
  const { others, all } = await countAccountsOfOtherPayees(db, inn)
  if (others === 0) return null
  const summary = `${others} of ${all} accounts have another payee than ${inn}, the payee of ${name}: they can't be paid`
  return others === all ? failed(summary, advice) : warning(summary, advice)
}

/** Opens a configured gateway without a server around it. */
const openForCheck = (
  configured: ServerConfig['gateways'][number],
  { config, database }: { config: ServerConfig; database: Database },
) =>
  configured.open({
    site: config,
    database,
    log: noLog,
    clock: () => new Date(),
    wakeJobs() {},
  })

/** Whether all shops with pending payments or saved cards are configured. */
export const shopsCheck = ({ config, database }: { config: ServerConfig; database: Database }): Check => ({
  name: 'shops',
  async run() {
    const configured = config.gateways
      .map((gateway) => openForCheck(gateway, { config, database }))
      .flatMap(({ gateway, formerShops = [] }) => [gateway, ...formerShops])
    const isConfigured = ({ gateway, shop }: { gateway: string; shop: string }) =>
      configured.some((one) => one.name === gateway && one.shop === shop)
    try {
      const missing = (await findShopBacklogs(database.db)).filter((shop) => !isConfigured(shop))
      if (missing.length === 0) return ok('all that have payments or cards are configured')
      const summary = missing.map(
        ({ gateway, shop, payments, cards }) =>
          `${gateway} ${shop}: ${payments} payments, ${cards} saved cards`,
      )
      return warning(
        `not configured: ${summary.join('; ')}`,
        'Name the shop in YOOKASSA_FORMER_SHOPS: its payments are not polled, its cards can not be charged.',
      )
    } catch (error) {
      return notChecked(`the database does not tell: ${reasonOf(error)}`)
    }
  },
})
