import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from 'api/db/database'
import { sqliteFileName } from 'api/db/sqlite'
import type { ServerConfig } from 'api/server-config'
import type { Environment } from 'contract/settings'
import type { PortalConfig } from '~/server/config.server'
import { type Check, notChecked } from './check'
import { certificateCheck } from './checks/certificate.check'
import { chargesCheck } from './checks/charges.check'
import { clockCheck } from './checks/clock.check'
import { contentCheck } from './checks/content.check'
import { databaseCheck } from './checks/database.check'
import { demoDataCheck } from './checks/demo-data.check'
import { diskCheck } from './checks/disk.check'
import { gatewayCheck } from './checks/gateway.check'
import { importFolderCheck } from './checks/import-folder.check'
import { mailCheck } from './checks/mail.check'
import { migrationsCheck } from './checks/migrations.check'
import { productApiCheck } from './checks/product-api.check'
import { rulesCheck } from './checks/rules.check'
import { secretsCheck } from './checks/secrets.check'
import { settingsCheck } from './checks/settings.check'
import { shopsCheck } from './checks/shops.check'
import { examine, type Result } from './examine'
import { type Configs, readConfigs } from './read-configs'

/** Checks everything that the servers with these settings depend on, beside a running server. Changes nothing. */
export const doctor = async (env: Environment, withinMs?: number): Promise<Result[]> => {
  const configs = readConfigs(env)
  const { api, portal } = configs
  const isProduction = env.NODE_ENV === 'production' || portal?.publicUrl.protocol === 'https:'
  // It connects with the first query.
  const database = api && (await openDatabase(api))
  try {
    const hasDatabase = api !== null && isThere(api)
    const ofApi = !(api && database)
      ? skipped(
          [
            'database',
            'migrations',
            'charges',
            'shops',
            'mail',
            'gateway',
            'demo data',
            'content',
            'import folder',
            'rules of law',
          ],
          whyWithoutApi(configs),
        )
      : [
          ...(hasDatabase
            ? [
                databaseCheck(database),
                migrationsCheck(database),
                chargesCheck(database),
                shopsCheck({ config: api, database }),
              ]
            : skipped(
                ['database', 'migrations', 'charges', 'shops'],
                'there is none yet: the server creates it',
              )),
          mailCheck(api, isProduction),
          gatewayCheck({ config: api, database, hasDatabase, isProduction }),
          demoDataCheck({ config: api, database, hasDatabase, isProduction }),
          contentCheck(api, isProduction),
          importFolderCheck(api),
          rulesCheck(api),
        ]
    const ofPortal = portal
      ? [
          productApiCheck(portal),
          diskCheck({ dataDir: portal.dataDir }),
          clockCheck({ database: hasDatabase ? database : null, sites: otherSites(portal, api) }),
          certificateCheck(portal.publicUrl),
        ]
      : skipped(['product API', 'disk', 'clock', 'certificate'], 'the settings have to be corrected first')
    return await examine(
      [settingsCheck(configs, env), secretsCheck({ env, config: api, isProduction }), ...ofApi, ...ofPortal],
      withinMs,
    )
  } finally {
    await database?.close()
  }
}

/** The gateways, or else the public address, where the proxy of this machine may answer. */
const otherSites = ({ publicUrl }: PortalConfig, api: ServerConfig | null): URL[] => {
  const gateways =
    api?.gateways.flatMap(({ apiUrl }) => (apiUrl === undefined ? [] : [new URL(apiUrl)])) ?? []
  return gateways.length > 0 ? gateways : [publicUrl]
}

/** Opening SQLite creates its file, which would belong to the operator who asks. */
const isThere = ({ databaseUrl, dataDir }: ServerConfig) =>
  databaseUrl !== undefined || existsSync(join(dataDir, sqliteFileName))

const whyWithoutApi = ({ portal }: Configs) =>
  portal?.productApiUrl ? 'the product API is not ours' : 'the settings have to be corrected first'

const skipped = (names: readonly string[], why: string): Check[] =>
  names.map((name) => ({ name, run: async () => notChecked(why) }))
