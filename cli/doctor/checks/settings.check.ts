import type { ApiConfig } from 'api/config'
import type { Environment } from 'process/settings'
import { type Check, failed, ok, warning } from '../check'
import type { Configs } from '../read-configs'
import { misspelledSettings, settingNames } from '../setting-names'

/** Whether all settings are valid, and none is misspelled. */
export const settingsCheck = ({ mistakes, portal, api }: Configs, env: Environment): Check => ({
  name: 'settings',
  async run() {
    if (mistakes.length > 0)
      return failed(mistakes.join('; '), 'Correct the settings named: the server does not start with them.')
    const misspelled = misspelledSettings(env)
    if (misspelled.length > 0)
      return warning(
        misspelled.map(({ name, meant }) => `${name} is no setting, ${meant} is one`).join('; '),
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

/** Whether the secrets have values that an operator has left blank. */
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
