import type { Database } from 'api/db/database'
import { migrationState } from 'api/db/migrate'
import { type Check, failed, notChecked, ok, reasonOf, warning } from '../check'

/** Whether the database has the schema of this version. */
export const migrationsCheck = (database: Database): Check => ({
  name: 'migrations',
  async run() {
    const state = await migrationState(database).catch((error: unknown) => reasonOf(error))
    if (typeof state === 'string') return notChecked(`the database does not answer: ${state}`)
    const { done, pending, unknown, refusal } = state
    if (refusal)
      return failed(
        `the database ${refusal.found}`,
        `${refusal.advice}. This version does not start over it.`,
      )
    if (unknown.length > 0)
      return warning(
        `the database has been migrated by a newer version: ${unknown.join(', ')}`,
        'This version runs over it while the replicas are updated. Start the newer one everywhere.',
      )
    if (pending.length > 0)
      return warning(
        `${done} done, ${pending.length} to be done: ${pending.join(', ')}`,
        'They run when the server starts. Make a backup first.',
      )
    return ok(`all ${done} are done`)
  },
})
