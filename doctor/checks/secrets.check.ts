import type { ApiConfig } from 'api/config'
import type { Environment } from 'contract/settings'
import { type Check, ok, warning } from '../check'
import { settingNames } from '../setting-names'

export interface SecretsOptions {
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
