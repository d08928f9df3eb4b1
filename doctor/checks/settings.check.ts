import { type Check, failed, ok } from '../check'
import type { Configs } from '../read-configs'

export const settingsCheck = ({ mistakes, portal, api }: Configs): Check => ({
  name: 'settings',
  async run() {
    if (mistakes.length > 0)
      return failed(mistakes.join('; '), 'Correct the settings named: the server does not start with them.')
    const databaseKind = api?.databaseUrl ? 'PostgreSQL' : 'SQLite'
    return ok(
      portal?.productApiUrl
        ? `valid: the portal at ${portal.publicUrl.origin} before the product API at ${portal.productApiUrl.origin}`
        : `valid: the portal at ${portal?.publicUrl.origin ?? '?'} with the embedded API on ${databaseKind}`,
    )
  },
})
