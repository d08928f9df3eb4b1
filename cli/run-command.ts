import { type Database, databaseExists, openDatabase } from 'api/db/database'
import { databaseComplaint } from 'api/db/database-complaint'
import { migrateWithoutTimeLimit, migrationState } from 'api/db/migrate'
import { openSite, type ServerConfig } from 'api/server-config'
import { duringRun } from 'api/worker/background-run'
import { errorFields, type Log } from 'monitoring/log'
import { ConfigError } from 'process/settings'
import type { Command, Printed, Work } from './command'
import { type LoggedRun, noEntry, openEntry, runToLog } from './operator-log'
import { readArguments } from './read-arguments'

export interface Surroundings extends Pick<Work, 'aroundGateway'> {
  config: ServerConfig
  log: Log
  clock?: () => Date
}

/**
 * Runs a command over the database of the settings, with its entry in the operator log. Returns what to print. Throws a
 * UsageError for invalid arguments, before settings are read, and a ConfigError for what can't be done.
 */
export const runCommand = async (
  surroundings: () => Surroundings,
  { name, command, args }: { name: string; command: Command; args: readonly string[] },
): Promise<Printed> => {
  const input = readArguments(name, command, args)
  if (command.begins === 'without settings') return command.run({ input })
  const run = runToLog(name, command, input)
  const { clock = () => new Date(), ...around } = surroundings()
  const { config } = around
  const work = { ...around, clock, input, entry: noEntry }
  if (command.begins === 'without') {
    const log = run && openEntry(run, clock)
    const printed = await command.run({ ...work, entry: log?.entry ?? noEntry })
    if (log) await withDatabase(around, 'up to date', ({ db }) => log.done(db).catch(warnOfNoEnd(around.log)))
    return printed
  }
  const { begins = 'up to date' } = command
  return withDatabase(around, begins, async (database) => {
    const site = () => openSite(config, { db: database.db, clock })
    return logged({ database, clock, run, log: around.log }, (entry) =>
      command.run({ ...work, entry, database, site }),
    )
  })
}

const noDatabase = () =>
  new ConfigError(
    'There is no database of this version in DATA_DIR or at DATABASE_URL: use the version of the portal that last ran over it',
  )

const withDatabase = async <Result>(
  { config, log }: Pick<Work, 'config' | 'log'>,
  begins: 'up to date' | 'as it is',
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  if (begins === 'as it is' && !databaseExists(config)) throw noDatabase()
  const database = await openDatabase(config)
  try {
    if (begins === 'up to date') await migrateWithoutTimeLimit(database, config, log)
    else {
      const { pending, unknown } = await migrationState(database)
      if (pending.length + unknown.length > 0) throw noDatabase()
    }
    return await work(database)
  } catch (error) {
    const complaint = databaseComplaint(error, config.databaseUrl)
    throw complaint === undefined ? error : new ConfigError(complaint)
  } finally {
    await database.close()
  }
}

/** What was done stays done, and is printed, without its end in the operator log. */
const warnOfNoEnd = (log: Log) => (error: unknown) =>
  log.warn(errorFields(error), 'the operator log has no end of this run')

const logged = async (
  {
    database: { db },
    clock,
    run,
    log,
  }: { database: Database; clock: () => Date; run: LoggedRun | null; log: Log },
  work: (entry: Work['entry']) => Promise<Printed>,
): Promise<Printed> => {
  if (!run) return work(noEntry)
  const { runId, entry, begin, done, fail } = openEntry(run, clock)
  await begin(db)
  const printed = await duringRun({ id: runId }, async () => work(entry)).catch(async (error: unknown) => {
    await fail(db).catch(warnOfNoEnd(log))
    throw error
  })
  await done(db).catch(warnOfNoEnd(log))
  return printed
}
