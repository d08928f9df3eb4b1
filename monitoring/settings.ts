import { type Environment, readSettings, wholeNumber } from 'contract/settings'
import { z } from 'zod'

const OFF = 'off'
const usualPort = 9464

const settings = z.object({
  METRICS_PORT: z.union([z.literal(OFF), wholeNumber(0, 65_535)], 'must be a port, or off').optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
})

export interface MonitoringSettings {
  /** Null: metrics are not served. */
  port: number | null
  host: string
  /** Whether the operator has chosen the port: then a server that can't have it does not start. */
  isPortChosen: boolean
}

/** Where metrics are served. Throws a ConfigError that names the invalid variable. */
export const readMonitoringSettings = (env: Environment): MonitoringSettings => {
  const { METRICS_PORT, METRICS_HOST } = readSettings(settings, env)
  return {
    port: METRICS_PORT === OFF ? null : (METRICS_PORT ?? usualPort),
    host: METRICS_HOST,
    isPortChosen: METRICS_PORT !== undefined,
  }
}
