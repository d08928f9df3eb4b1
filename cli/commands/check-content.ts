import type { ApiConfig } from 'api/config'
import { checkContent } from 'api/content'
import { databaseExists, openDatabase } from 'api/db/database'
import { databaseComplaint } from 'api/db/database-errors'
import { migrationState } from 'api/db/migrate'
import { ConfigError } from 'process/settings'
import type { CommandContext } from '../command'

/**
 * Checks the files of CONTENT_DIR as a server would, and leaves the database as it is. Returns a line to print. Throws
 * a ConfigError that lists all mistakes, also a database that can't be read.
 */
export const checkContentCommand = async ({ config }: CommandContext): Promise<string> => {
  const { contentDir, demoData: isSample } = config
  const checkFiles = () => checkContent({ contentDir, db: null, isSample })
  const comparedProblems = await problemsWithDatabase(config).catch(async (error: unknown) => {
    const complaint = databaseComplaint(error, config.databaseUrl)
    if (complaint === undefined) throw error
    return [...(await checkFiles()), complaint]
  })
  const problems = comparedProblems ?? (await checkFiles())
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return comparedProblems
    ? `${contentDir}: nothing is wrong`
    : `${contentDir}: nothing is wrong; consents were not compared, there is no database of this version`
}

/** The problems, with consents compared with the database; null if there is no database of this version. */
const problemsWithDatabase = async (config: ApiConfig): Promise<string[] | null> => {
  if (!databaseExists(config)) return null
  const database = await openDatabase(config)
  try {
    const { pending, refusal } = await migrationState(database)
    return pending.length > 0 || refusal
      ? null
      : await checkContent({ contentDir: config.contentDir, db: database.db, isSample: config.demoData })
  } finally {
    await database.close()
  }
}
