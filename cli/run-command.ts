import { type Database, databaseExists, openDatabase } from 'api/db/database'
import { databaseComplaint } from 'api/db/database-errors'
import { migrateWithoutTimeLimit, migrationState } from 'api/db/migrate'
import { openSite, type ServerConfig } from 'api/server-config'
import { duringRun } from 'api/worker/background-run'
import { errorFields, type Log } from 'monitoring/log'
import { ConfigError } from 'process/settings'
import type { Command, CommandContext, CommandOutput } from './command'
import { type LoggedRun, loggedRunOf, noEntry, openEntry } from './operator-log'
import { readArguments } from './read-arguments'

interface ServerContext extends Pick<CommandContext, 'aroundGateway'> {
  config: ServerConfig
  log: Log
  clock?: () => Date
}

/**
 * Runs a command over the database of the settings, with its entry in the operator log. Returns what to print. Throws a
 * UsageError for invalid arguments, before settings are read, and a ConfigError if the command can't do its work.
 */
export const runCommand = async (
  openContext: () => ServerContext,
  { name, command, args }: { name: string; command: Command; args: readonly string[] },
): Promise<CommandOutput> => {
  const input = readArguments(name, command, args)
  if (command.needs === 'nothing') return (await command.load())({ input })
  const run = loggedRunOf(name, command, input)
  const { clock = () => new Date(), ...server } = openContext()
  const { config, log } = server
  const context = { ...server, clock, input, entry: noEntry }
  if (command.needs === 'settings') {
    const logged = run && openEntry(run, clock)
    const runIt = await command.load()
    const output = await runIt({ ...context, entry: logged?.entry ?? noEntry })
    if (logged)
      await withDatabase(server, 'migrated database', ({ db }) => logged.done(db).catch(warnOfNoEnd(log)))
    return output
  }
  const { needs = 'migrated database' } = command
  return withDatabase(server, needs, async (database) => {
    const site = () => openSite(config, { db: database.db, clock })
    return runLogged({ database, clock, run, log }, async (entry) =>
      (await command.load())({ ...context, entry, database, site }),
    )
  })
}

const noCurrentDatabase = () =>
  new ConfigError(
    'There is no database of this version in DATA_DIR or at DATABASE_URL: use the version of the portal that last ran over it',
  )

const withDatabase = async <Result>(
  { config, log }: Pick<CommandContext, 'config' | 'log'>,
  needs: 'migrated database' | 'current database',
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  if (needs === 'current database' && !databaseExists(config)) throw noCurrentDatabase()
  const database = await openDatabase(config)
  try {
    if (needs === 'migrated database') await migrateWithoutTimeLimit(database, config, log)
    else {
      const { pending, unknown } = await migrationState(database)
      if (pending.length + unknown.length > 0) throw noCurrentDatabase()
    }
    return await work(database)
  } catch (error) {
    const complaint = databaseComplaint(error, config.databaseUrl)
    throw complaint === undefined ? error : new ConfigError(complaint)
  } finally {
    await database.close()
  }
}

/** The command succeeded, so its output is printed although the operator log lacks the end of the run. */
const warnOfNoEnd = (log: Log) => (error: unknown) =>
  log.warn(errorFields(error), 'the operator log has no end of this run')

const runLogged = async (
  {
    database: { db },
    clock,
    run,
    log,
  }: { database: Database; clock: () => Date; run: LoggedRun | null; log: Log },
  work: (entry: CommandContext['entry']) => Promise<CommandOutput>,
): Promise<CommandOutput> => {
  if (!run) return work(noEntry)
  const { runId, entry, begin, done, fail } = openEntry(run, clock)
  await begin(db)
  const output = await duringRun({ id: runId }, async () => work(entry)).catch(async (error: unknown) => {
    await fail(db).catch(warnOfNoEnd(log))
    throw error
  })
  await done(db).catch(warnOfNoEnd(log))
  return output
}
