import type { Database } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import { endLapsed, type StopPaying } from './end-grants'
import type { FamilySite } from './family.letters'
import { findLapsed, lockAccount } from './grants.repository'

/** The maximum for one run: other steps wait for it. */
const mostPerRun = 100

/**
 * The step that ends expired grants and invitations, and the autopayments of such grants. A grant gives no access after
 * its last moment, even before this step has run.
 */
export const lapseGrantsStep = ({
  database,
  site,
  stopPaying,
  clock,
}: {
  database: Database
  site: FamilySite
  stopPaying: StopPaying
  clock: () => Date
}): Step => ({
  name: 'lapsed access',
  async run(wake) {
    const now = clock()
    const lapsedGrants = await findLapsed(database.db, now.toISOString(), mostPerRun)
    for (const account of new Set(lapsedGrants.map((grant) => grant.account))) {
      const afterCommit = await database.transaction(async (trx) => {
        await lockAccount(trx, account)
        return endLapsed(trx, account, { stopPaying, site, now })
      }, 'read committed')
      await afterCommit()
    }
    if (lapsedGrants.length === mostPerRun) wake()
  },
})
