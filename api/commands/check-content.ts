import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkContent } from 'api/content'
import { openDatabase } from 'api/db/database'
import { migrateWithoutTimeLimit } from 'api/db/migrate'
import { sqliteFileName } from 'api/db/sqlite'
import { ConfigError } from 'contract/settings'
import type { Work } from './command'

/**
 * Checks the files of CONTENT_DIR as a server would. Returns a line to print; throws a ConfigError that lists what is
 * wrong.
 */
export const checkContentCommand = async ({ config, log }: Work): Promise<string> => {
  const isThere = config.databaseUrl !== undefined || existsSync(join(config.dataDir, sqliteFileName))
  const problems = isThere
    ? await besideDatabase({ config, log })
    : await checkContent(config.contentDir, null)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return isThere
    ? `${config.contentDir}: nothing is wrong`
    : `${config.contentDir}: nothing is wrong; consents were not compared, there is no database yet`
}

const besideDatabase = async ({ config, log }: Pick<Work, 'config' | 'log'>) => {
  const database = await openDatabase(config)
  try {
    await migrateWithoutTimeLimit(database, config, log)
    return await checkContent(config.contentDir, database.db)
  } finally {
    await database.close()
  }
}
