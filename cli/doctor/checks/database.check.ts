import type { ApiConfig } from 'api/config'
import { findChargeHold } from 'api/db/charge-hold.repository'
import { type Database, tryToWrite } from 'api/db/database'
import { migrationState } from 'api/db/migrate'
import { demoLogin } from 'api/demo/seed-demo'
import { type Check, failed, notChecked, ok, reasonOf, warning } from '../check'

/** Whether the database can be read and written. Leaves nothing behind. */
export const databaseCheck = (database: Database): Check => ({
  name: 'database',
  async run() {
    const startedAt = performance.now()
    try {
      await tryToWrite(database)
      return ok(`can be read and written, in ${Math.round(performance.now() - startedAt)} ms`)
    } catch (error) {
      return failed(
        `can not be read and written: ${reasonOf(error)}`,
        database.dialect === 'postgres'
          ? 'See whether PostgreSQL runs, its disk has space, DATABASE_URL is right, and its user owns the database.'
          : 'See whether DATA_DIR belongs to the server’s user, its disk has space, and no other program locks portal.sqlite.',
      )
    }
  },
})

/** Whether the database has the schema of this version. */
export const migrationsCheck = (database: Database): Check => ({
  name: 'migrations',
  async run() {
    const state = await migrationState(database).catch((error: unknown) => reasonOf(error))
    if (typeof state === 'string') return notChecked(`the database does not answer: ${state}`)
    const { done, pending, unknown, refusal } = state
    if (refusal)
      return failed(
        `the database ${refusal.reason}`,
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

/** Whether saved cards may be charged. */
export const chargesCheck = ({ db }: Database): Check => ({
  name: 'charges',
  async run() {
    const hold = await findChargeHold(db).catch((error: unknown) => reasonOf(error))
    if (typeof hold === 'string') return notChecked(`the database does not answer: ${hold}`)
    if (!hold) return ok('are made')
    return failed(
      `on hold since ${hold.heldAt}: the database was restored as it was on ${hold.dataOf}`,
      'Reconcile, credit what is missing_here by credit-payment, then release-charges.',
    )
  },
})

interface DemoDataOptions {
  config: ApiConfig
  database: Database
  /** False: the server has yet to create it. */
  hasDatabase: boolean
  isProduction: boolean
}

/** Whether the demo customer, whose password is public, could sign in. */
export const demoDataCheck = ({ config, database, hasDatabase, isProduction }: DemoDataOptions): Check => ({
  name: 'demo data',
  async run() {
    if (!isProduction) return ok(config.demoData ? 'on, for a trial' : 'off')
    if (config.demoData) return failed('on', 'Set DEMO_DATA=off: its login and its accounts are public.')
    try {
      return hasDatabase && (await demoLogin(database.db))
        ? failed(
            'the database has the demo customer, whose password is public',
            'Begin with an empty database.',
          )
        : ok('off, and the demo customer can not sign in')
    } catch (error) {
      return notChecked(`off; the database does not answer: ${reasonOf(error)}`)
    }
  },
})
