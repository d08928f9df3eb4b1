import { databaseExists, openDatabase } from 'api/db/database'
import type { ServerConfig } from 'api/server-config'
import type { Environment } from 'process/settings'
import { withTimeout } from 'process/with-timeout'
import type { PortalConfig } from '~/server/config.server'
import { type Check, type Finding, failed, notChecked, reasonOf } from './check'
import { certificateCheck } from './checks/certificate.check'
import { clockCheck } from './checks/clock.check'
import { contentCheck } from './checks/content.check'
import { chargesCheck, databaseCheck, demoDataCheck, migrationsCheck } from './checks/database.check'
import { diskCheck } from './checks/disk.check'
import { gatewayCheck, shopsCheck } from './checks/gateway.check'
import { importFolderCheck } from './checks/import-folder.check'
import { mailCheck } from './checks/mail.check'
import { productApiCheck } from './checks/product-api.check'
import { rulesCheck } from './checks/rules.check'
import { type Configs, readConfigs, secretsCheck, settingsCheck } from './checks/settings.check'

/** Checks all that servers with these settings depend on. Changes nothing; a server may be running. */
export const runDoctor = async (env: Environment, withinMs?: number): Promise<Result[]> => {
  const configs = readConfigs(env)
  const { api, portal } = configs
  const isProduction = env.NODE_ENV === 'production' || portal?.publicUrl.protocol === 'https:'
  // Connects with the first query.
  const database = api && (await openDatabase(api))
  try {
    // Opening SQLite creates its file, which would belong to the operator instead of the server's user.
    const hasDatabase = api !== null && databaseExists(api)
    const apiChecks = !(api && database)
      ? skipChecks(
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
          reasonWithoutApi(configs),
        )
      : [
          ...(hasDatabase
            ? [
                databaseCheck(database),
                migrationsCheck(database),
                chargesCheck(database),
                shopsCheck({ config: api, database }),
              ]
            : skipChecks(
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
    const portalChecks = portal
      ? [
          productApiCheck(portal),
          diskCheck({ dataDir: portal.dataDir }),
          clockCheck({ database: hasDatabase ? database : null, sites: otherSites(portal, api) }),
          certificateCheck(portal.publicUrl),
        ]
      : skipChecks(['product API', 'disk', 'clock', 'certificate'], 'the settings have to be corrected first')
    return await runChecks(
      [
        settingsCheck(configs, env),
        secretsCheck({ env, config: api, isProduction }),
        ...apiChecks,
        ...portalChecks,
      ],
      withinMs,
    )
  } finally {
    await database?.close()
  }
}

/** The gateways; without one the public address, although a proxy on this machine may answer there. */
const otherSites = ({ publicUrl }: PortalConfig, api: ServerConfig | null): URL[] => {
  const gateways =
    api?.gateways.flatMap(({ apiUrl }) => (apiUrl === undefined ? [] : [new URL(apiUrl)])) ?? []
  return gateways.length > 0 ? gateways : [publicUrl]
}

const reasonWithoutApi = ({ portal }: Configs) =>
  portal?.productApiUrl ? 'the product API is not ours' : 'the settings have to be corrected first'

const skipChecks = (names: readonly string[], why: string): Check[] =>
  names.map((name) => ({ name, run: async () => notChecked(why) }))

export type Result = { name: string } & Finding

const usualTimeoutMs = 15_000

/** Runs all checks at once, each with a time limit. The results are in the order of the checks. */
export const runChecks = (checks: readonly Check[], withinMs = usualTimeoutMs): Promise<Result[]> =>
  Promise.all(
    checks.map(async ({ name, run }) => {
      const timeoutFinding = failed(
        `no result within ${withinMs / 1_000} seconds`,
        'Look at what it depends on: it hangs, or a firewall drops its packets.',
      )
      const finding = await withTimeout(run().catch(unexpectedError), withinMs, timeoutFinding)
      return { name, ...finding }
    }),
  )

const unexpectedError = (error: unknown): Finding =>
  failed(`the check itself failed: ${reasonOf(error)}`, 'See whether the server’s own log says more.')

/** Whether nothing has failed; warnings can wait for the next working day. */
export const isHealthy = (results: readonly Result[]): boolean =>
  results.every(({ status }) => status !== 'failed')

const order = ['failed', 'warning', 'ok', 'not checked'] as const
const widestStatus = Math.max(...order.map((status) => status.length))

/** For a terminal: a line for each check, with the advice below. */
export const asText = (results: readonly Result[]): string => {
  const widestName = Math.max(...results.map(({ name }) => name.length))
  const lines = results.flatMap((result) => {
    const head = `${result.status.padEnd(widestStatus)}  ${result.name.padEnd(widestName)}  ${result.found}`
    return 'advice' in result
      ? [head, `${' '.repeat(widestStatus + widestName + 4)}${result.advice}`]
      : [head]
  })
  const counts = order.flatMap((status) => {
    const count = results.filter((result) => result.status === status).length
    return count > 0 ? [`${count} ${status}`] : []
  })
  return `${[...lines, '', counts.join(', ')].join('\n')}\n`
}

/** For programs: `{ ok, checks: [{ name, status, found, advice }] }`. */
export const asJson = (results: readonly Result[]): string =>
  `${JSON.stringify({ ok: isHealthy(results), checks: results }, null, 2)}\n`
