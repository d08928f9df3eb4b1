import type { ApiConfig } from 'api/config'
import { readServerConfig, readStandaloneConfig, type ServerConfig } from 'api/server-config'
import { type MonitoringSettings, readMonitoringSettings } from 'monitoring/settings'
import { ConfigError, type Environment, settingOf } from 'process/settings'
import { type PortalConfig, readPortalConfig } from '~/server/config.server'
import { type Check, failed, ok, warning } from '../check'

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

/** Whether all settings are valid, and none is misspelled. */
export const settingsCheck = ({ mistakes, portal, api }: Configs, env: Environment): Check => ({
  name: 'settings',
  async run() {
    if (mistakes.length > 0)
      return failed(mistakes.join('; '), 'Correct the settings named: the server does not start with them.')
    const misspelled = misspelledSettings(env)
    if (misspelled.length > 0)
      return warning(
        misspelled.map(({ name, suggestion }) => `${name} is no setting, ${suggestion} is one`).join('; '),
        'Correct the names: the portal does not read others.',
      )
    const databaseKind = api?.databaseUrl ? 'PostgreSQL' : 'SQLite'
    return ok(
      portal?.productApiUrl
        ? `valid: the portal at ${portal.publicUrl.origin} before the product API at ${portal.productApiUrl.origin}`
        : `valid: the portal at ${portal?.publicUrl.origin ?? '?'} with the embedded API on ${databaseKind}`,
    )
  },
})

interface SecretsOptions {
  env: Environment
  /** Null: the product API is not ours. */
  config: ApiConfig | null
  isProduction: boolean
}

const isSecret = (name: string) => /_(SECRET|KEY|TOKEN|PASSWORD)$/.test(name)

/** Whether secrets are blank that need a value. */
export const secretsCheck = ({ env, config, isProduction }: SecretsOptions): Check => ({
  name: 'secrets',
  async run() {
    const needed = isProduction && config?.secondStepKeys.length === 0 ? ['SECOND_STEP_KEY'] : []
    const blank = [...settingNames()].filter((name) => isSecret(name) && env[name]?.trim() === '')
    const empty = [...new Set([...needed, ...(isProduction ? blank : [])])]
    if (empty.length === 0) return ok('none is left empty')
    return warning(
      `empty: ${empty.join(', ')}`,
      'Set each (openssl rand -base64 48), or leave its line out where docs/settings.md lets it be. Without SECOND_STEP_KEY a copy of the database gives away the codes of second steps.',
    )
  },
})

/** Keeps the portal from creating a secret in DATA_DIR. */
const secret = { SESSION_SECRET: 'a secret of more than thirty-two characters' }

/** Settings that no reader below looks up. */
const otherSettings = ['CHECK_API_PASSWORD', 'NODE_ENV', 'LOG_LEVEL']

/** The names of all settings, recorded while the readers look them up. */
export const settingNames = (): Set<string> => {
  const names = new Set(otherSettings)
  const recording: Environment = new Proxy(secret, {
    get(target, name) {
      names.add(String(name))
      return Reflect.get(target, name)
    },
    has: () => {
      throw new Error('Read settings by name')
    },
    ownKeys: () => {
      throw new Error('Read settings by name')
    },
  })
  readPortalConfig(recording)
  readServerConfig(recording)
  readStandaloneConfig(recording)
  readMonitoringSettings(recording)
  return names
}

/** Shorter names resemble too many others, as HOST and HOME. */
const shortest = 6

/** Variables whose names resemble a setting: `PUBLC_URL` resembles `PUBLIC_URL`. */
const misspelledSettings = (env: Environment): { name: string; suggestion: string }[] => {
  const names = settingNames()
  return Object.keys(env)
    .filter((name) => name.length >= shortest && !names.has(name))
    .flatMap((name) => {
      const suggestion = [...names].find((one) => one.length >= shortest && resembles(name, one))
      return suggestion === undefined ? [] : [{ name, suggestion }]
    })
}

/** One typing error in a short name, two in a long one. */
const resembles = (name: string, setting: string) => {
  const allowed = setting.length < 10 ? 1 : 2
  return Math.abs(name.length - setting.length) <= allowed && editDistance(name, setting) <= allowed
}

/** Letters to add, remove or change (Levenshtein). */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[column], row[column + 1], row[column]]
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
