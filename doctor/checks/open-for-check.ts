import type { Database } from 'api/db/database'
import type { ServerConfig } from 'api/server-config'

/** Opens a configured gateway without a server around it. */
export const openForCheck = (
  configured: ServerConfig['gateways'][number],
  { config, database }: { config: ServerConfig; database: Database },
) =>
  configured.open({
    site: config,
    database,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: () => new Date(),
    wakeJobs() {},
  })
