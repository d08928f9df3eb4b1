import { readServerConfig, type ServerConfig } from 'api/server-config'
import { type MonitoringSettings, readMonitoringSettings } from 'monitoring/settings'
import { ConfigError, type Environment, settingOf } from 'process/settings'
import { type PortalConfig, readPortalConfig } from '~/server/config.server'

export interface Configs {
  portal: PortalConfig | null
  /** Null also where the portal has another product API. */
  api: ServerConfig | null
  monitoring: MonitoringSettings | null
  /** Lines that name a setting that is not valid. */
  mistakes: string[]
}

/** The portal would create a secret in DATA_DIR; a file of the operator who asks may be unreadable for the server. */
const noSecret = 'stands for the one that the portal generates'

/** Reads the settings of both halves, and collects their mistakes instead of throwing the first. */
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
