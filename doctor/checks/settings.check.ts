import type { Environment } from 'contract/settings'
import { type Check, failed, ok, warning } from '../check'
import type { Configs } from '../read-configs'
import { misspelledSettings } from '../setting-names'

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
