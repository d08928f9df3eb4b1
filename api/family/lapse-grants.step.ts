import type { Database } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import { endLapsed, type StopPaying } from './end-grants'
import type { FamilySite } from './family.letters'
import { findLapsed, lockAccount } from './grants.repository'

/** Then other steps have their turn. */
const mostARound = 100

/**
 * The step that ends grants and invitations whose time is over, with what pays by them. Nobody sees an account by them from
 * that moment on, whether or not this step has run.
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
    const lapsed = await findLapsed(database.db, now.toISOString(), mostARound)
    for (const account of new Set(lapsed.map((grant) => grant.account))) {
      const afterCommit = await database.transaction(async (trx) => {
        await lockAccount(trx, account)
        return endLapsed(trx, account, { stopPaying, site, now })
      }, 'read committed')
      await afterCommit()
    }
    if (lapsed.length === mostARound) wake()
  },
})
