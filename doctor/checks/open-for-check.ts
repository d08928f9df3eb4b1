import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'

/** Opens a configured gateway without a server around it. */
export const openForCheck = (
  configured: ApiConfig['gateways'][number],
  { config, database }: { config: ApiConfig; database: Database },
) =>
  configured.open({
    site: config,
    database,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: () => new Date(),
    wakeJobs() {},
  })
