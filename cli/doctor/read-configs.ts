import { readServerConfig, type ServerConfig } from 'api/server-config'
import { type MonitoringSettings, readMonitoringSettings } from 'monitoring/settings'
import { ConfigError, type Environment, settingOf } from 'process/settings'
import { type PortalConfig, readPortalConfig } from '~/server/config.server'

export interface Configs {
  portal: PortalConfig | null
  /** Null also for a portal with a product API elsewhere. */
  api: ServerConfig | null
  monitoring: MonitoringSettings | null
  /** A line for each invalid setting. */
  mistakes: string[]
}

/** Keeps the portal from creating its secret in DATA_DIR: the server could not read a file of the operator. */
const noSecret = 'stands for the one that the portal generates'

/** Reads the settings of the portal and the API. Collects all mistakes instead of throwing the first. */
export const readConfigs = (env: Environment): Configs => {
  const mistakes: string[] = []
  const read = <Config>(reader: () => Config): Config | null => {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      if (!mistakes.includes(error.message)) mistakes.push(error.message)
      return null
    }
  }
  const isSet = (name: string) => settingOf(env, name) !== undefined
  const mayGenerate = !['SESSION_SECRET', 'PRODUCT_API_URL', 'DATABASE_URL'].some(isSet)
  return {
    portal: read(() => readPortalConfig(mayGenerate ? { ...env, SESSION_SECRET: noSecret } : env)),
    api: isSet('PRODUCT_API_URL') ? null : read(() => readServerConfig(env)),
    monitoring: read(() => readMonitoringSettings(env)),
    mistakes,
  }
}
