import { isIPv4 } from 'node:net'
import { type Content, openContent } from 'api/content'
import { noLog } from 'monitoring/log'
import { ConfigError, type Environment } from 'process/settings'
import { type ApiConfig, readApiConfig } from './config'
import type { Queries } from './db/database'
import type { LetterSite } from './mail/letter'
import { configureGateways, gatewayList } from './payments/gateways/gateway-list'
import type { ConfiguredGateway, GatewayModule } from './payments/gateways/gateway-module'

/** The settings of the API and its gateways. */
export interface ServerConfig extends ApiConfig {
  /** All configured gateways: the one of new payments, and those of older payments. */
  gateways: readonly ConfiguredGateway[]
}

/** Reads the settings of the API and its gateways. Throws a ConfigError for the first invalid one. */
export const readServerConfig = (
  env: Environment,
  modules: readonly GatewayModule[] = gatewayList,
): ServerConfig => {
  const config = readApiConfig(env)
  return { ...config, gateways: configureGateways(env, config, modules) }
}

/** The settings of a separate API: beyond the loopback interface it requires API_SECRET. */
export const readStandaloneConfig = (env: Environment): ServerConfig => {
  const config = readServerConfig(env)
  if (config.apiSecrets.length === 0 && !isLoopback(config.host))
    throw new ConfigError(
      `API_SECRET: must be set where HOST is ${config.host}, so that only portals are believed (openssl rand -hex 32)`,
    )
  return config
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** Whether new payments go to a gateway that moves no real money. */
export const takesTestMoney = ({
  paymentGateway,
  gateways,
}: Pick<ServerConfig, 'paymentGateway' | 'gateways'>): boolean =>
  gateways.some(({ name, takesTestMoney }) => name === paymentGateway && takesTestMoney)

/** The settings, and the company as its letters show it now. */
export type Site = ServerConfig & LetterSite

export const siteOf = (config: ServerConfig, { letterCompany }: Pick<Content, 'letterCompany'>): Site => ({
  ...config,
  company: letterCompany,
})

/**
 * The site for commands. Ignores problems of the content: a server and check-content report them. Throws a ConfigError
 * when CONTENT_DIR is no folder.
 */
export const openSite = (
  config: ServerConfig,
  { db, clock = () => new Date() }: { db: Queries; clock?: () => Date },
): Site => siteOf(config, openContent({ config, db, log: noLog, clock }))
