import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  importFolderStep,
  importNames,
  importProcess,
  importsRoutes,
  type RunImport,
  uploadLimitMs,
} from 'api/company-data'
import { openContent } from 'api/content'
import { observedGateway, runNameOf } from 'api/payments'
import { passwordHashQueue } from 'api/users'
import { errorFields, type Log } from 'monitoring/log'
import { ConfigError, type Environment } from 'process/settings'
import type { Registry } from 'prom-client'
import type { ApiConfig } from './config'
import { openDatabase } from './db/database'
import { openingComplaint } from './db/database-errors'
import { migrateWithoutTimeLimit } from './db/migrate'
import { type DemoDataOf, type DemoLogin, demoCompanyRules, demoLogin, seedDemo } from './demo/seed-demo'
import { type Health, healthOf, healthRoutes } from './health'
import { recountDaysOnNewTimeZone } from './ledger/payment-sums.repository'
import type { LimitRules } from './limits/rules'
import { fileMailer } from './mail/file-mailer'
import { smtpMailer } from './mail/smtp-mailer'
import { createApiMetrics } from './metrics'
import { addDatabaseGauges } from './monitoring/database-gauges'
import { readDatabaseState } from './monitoring/database-state.repository'
import { readServerConfig, type ServerConfig, siteOf, takesTestMoney } from './server-config'
import { backgroundSteps, createApi } from './wire-api'
import { wirePayments } from './wire-payments'
import { logOfRuns } from './worker/background-run'
import { createWorker } from './worker/worker'

export interface RunningApi {
  fetch: ReturnType<typeof createApi>['fetch']
  ask: ReturnType<typeof createApi>['ask']
  health: Health
  /** Stops the background steps; `ready` fails from now on. Resolves when no step runs. */
  stopJobs(): Promise<void>
  /** Stops the jobs and closes the database. All requests must have ended before. */
  close(): Promise<void>
  /** The time limit for an upload of a table; null without imports over HTTP. */
  uploadLimitMs: number | null
  demoLogin: DemoLogin | undefined
  /** The destination of letters: the folder of their files, or the mail server. */
  letters: string
}

export interface RunApiOptions {
  logRequests: boolean
  /** The registry for the metrics. */
  registry?: Registry | undefined
  clock?: () => Date
  /** The data of another demo company. */
  demoDataOf?: DemoDataOf
  limits?: Partial<LimitRules>
  /** Runs an import in a process of its own; by default that of a build. */
  runImport?: RunImport
}

/** Opens and migrates the database, seeds an empty one when allowed, and starts the worker. */
export const runApi = async (
  config: ServerConfig,
  outerLog: Log,
  { logRequests, registry, clock = () => new Date(), demoDataOf, limits = {}, runImport }: RunApiOptions,
): Promise<RunningApi> => {
  const log = logOfRuns(outerLog)
  const database = await openDatabase({
    ...config,
    onIdleError: (error) => log.warn(errorFields(error), 'a database connection was lost'),
  })
  try {
    await migrateWithoutTimeLimit(database, config, log)
    await recountDaysOnNewTimeZone(config.timeZone, database)
    if (config.demoData)
      await seedDemo(database, { now: clock(), timeZone: config.timeZone, dataOf: demoDataOf })
    const wakeJobs = soon(() => worker.wake())
    const content = openContent({ config, db: database.db, log, clock })
    await content.reviewConsents()
    const site = siteOf(config, content)
    const metrics = createApiMetrics(registry)
    metrics.watchConnections(database.connections)
    metrics.watchPasswordHashes(passwordHashQueue)
    metrics.watchContent(content)
    metrics.watchDisk(config.dataDir)
    const paymentServices = wirePayments({
      config: site,
      database,
      log,
      clock,
      wakeJobs,
      onSettled: metrics.paymentSettled,
      aroundGateway: (gateway) => observedGateway(gateway, metrics),
    })
    const { gateways } = paymentServices.payments
    const reconciled = gateways.all.map((gateway) => runNameOf(gateways, gateway))
    addDatabaseGauges(metrics.registry, {
      read: () => readDatabaseState(database.db, { now: clock(), gateways: reconciled }),
    })
    if (takesTestMoney(config) && !config.demoData)
      log.warn({}, `${config.paymentGateway} takes no real money`)
    await refuseUnusableImports(config, { needsBuild: runImport === undefined })
    const importing = {
      database,
      log,
      clock,
      runImport: runImport ?? importProcess(adminProgram),
      onEnd: metrics.countImports(importNames),
    }
    const importStep =
      config.importDir === undefined
        ? null
        : importFolderStep({ ...importing, folder: config.importDir, reportTo: config.importReportTo, site })
    // Finds no rules in the database of a real company.
    const chargeRules = demoCompanyRules
    const outbox = join(config.dataDir, 'outbox')
    const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl) : fileMailer(outbox)
    const worker = createWorker({
      steps: backgroundSteps({
        site,
        database,
        paymentServices,
        chargeRules,
        mailer,
        importStep,
        clock,
        log,
      }),
      log,
      onEnd: metrics.stepEnded,
    })
    const api = createApi({
      config,
      database,
      log,
      clock,
      logRequests,
      limits,
      metrics,
      wakeJobs,
      content,
      paymentServices,
      chargeRules,
    })
    importsRoutes(api, {
      ...importing,
      tokens: config.importTokens,
      maxBytes: config.importMaxBytes,
      dataDir: config.dataDir,
      folder: config.importDir,
    })
    const health = healthOf({
      askDatabase: () => database.transaction(async () => {}, 'read committed'),
      worker,
      content,
    })
    api.route('/', healthRoutes(health))
    const login = config.demoData ? await demoLogin(database.db) : undefined
    worker.start()
    return {
      fetch: api.fetch,
      ask: api.ask,
      health,
      uploadLimitMs: config.importTokens.length > 0 ? uploadLimitMs : null,
      demoLogin: login,
      letters: config.smtpUrl ? new URL(config.smtpUrl).hostname : outbox,
      stopJobs: () => worker.stop(),
      async close() {
        await worker.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    const complaint = openingComplaint(error, config.databaseUrl)
    throw complaint === undefined ? error : new ConfigError(complaint)
  }
}

export interface EmbeddedApiOptions {
  env: Environment
  /** The portal's address, as the portal has it. */
  publicUrl: URL
  log: Log
  /** The registry for the metrics. */
  registry?: Registry
}

export interface EmbeddedApi extends Omit<RunningApi, 'fetch'> {
  fetch(request: Request): Promise<Response>
  /** Whether new payments go to a gateway that moves no real money. */
  testPayments: boolean
}

/** The product API in the portal's process: without a port and without log lines for requests. */
export const startEmbeddedApi = async ({
  env,
  publicUrl,
  log,
  registry,
}: EmbeddedApiOptions): Promise<EmbeddedApi> => {
  const address = publicUrl.href.replace(/\/+$/, '')
  // Only this portal can reach it, so no secret is needed.
  const config = { ...readServerConfig(env), publicUrl: address, apiPublicUrl: address, apiSecrets: [] }
  const api = await runApi(config, log, { logRequests: false, registry })
  return {
    ...api,
    fetch: async (request) => api.fetch(request),
    testPayments: takesTestMoney(config),
  }
}

/** The operator's commands in a build, beside the server. */
const adminProgram = join(dirname(process.argv[1] ?? ''), 'admin.js')

/** Throws a ConfigError. */
const refuseUnusableImports = async (
  { importDir, importTokens }: Pick<ApiConfig, 'importDir' | 'importTokens'>,
  { needsBuild }: { needsBuild: boolean },
) => {
  if (importDir === undefined && importTokens.length === 0) return
  const setting = importDir === undefined ? 'IMPORT_TOKEN' : 'IMPORT_DIR'
  if (needsBuild && !existsSync(adminProgram))
    throw new ConfigError(`${setting}: needs a built server, since imports run in ${adminProgram}`)
  const folderStats = importDir === undefined ? undefined : await stat(importDir).catch(() => null)
  if (folderStats === null || folderStats?.isDirectory() === false)
    throw new ConfigError(`IMPORT_DIR: there is no folder ${importDir}`)
}

/** Delays the call, so that the response time does not reveal the work for a known address. */
const soon = (wake: () => void) => () => {
  setTimeout(wake, 20).unref()
}
