import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import { demoLogin } from 'api/demo/seed-demo'
import { type Check, failed, notChecked, ok, reasonOf } from '../check'

export interface DemoDataOptions {
  config: ApiConfig
  database: Database
  /** False: the server has yet to create it. */
  hasDatabase: boolean
  isProduction: boolean
}

/** Whether anybody who has read the documents could sign in. */
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
