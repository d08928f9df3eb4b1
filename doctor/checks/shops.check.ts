import type { Database } from 'api/db/database'
import { findWaitingForShops } from 'api/payments'
import type { ServerConfig } from 'api/server-config'
import { type Check, notChecked, ok, reasonOf, warning } from '../check'
import { openForCheck } from './open-for-check'

/** Whether every shop is configured that has payments to wait for or saved cards. */
export const shopsCheck = ({ config, database }: { config: ServerConfig; database: Database }): Check => ({
  name: 'shops',
  async run() {
    const configured = config.gateways
      .map((gateway) => openForCheck(gateway, { config, database }))
      .flatMap(({ gateway, formerShops = [] }) => [gateway, ...formerShops])
    const isConfigured = ({ gateway, shop }: { gateway: string; shop: string }) =>
      configured.some((one) => one.name === gateway && one.shop === shop)
    try {
      const missing = (await findWaitingForShops(database.db)).filter((shop) => !isConfigured(shop))
      if (missing.length === 0) return ok('all that have payments or cards are configured')
      const found = missing.map(
        ({ gateway, shop, payments, cards }) =>
          `${gateway} ${shop}: ${payments} payments, ${cards} saved cards`,
      )
      return warning(
        `not configured: ${found.join('; ')}`,
        'Name the shop in YOOKASSA_FORMER_SHOPS: its payments are not polled, its cards can not be charged.',
      )
    } catch (error) {
      return notChecked(`the database does not tell: ${reasonOf(error)}`)
    }
  },
})
