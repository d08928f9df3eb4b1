import type { Database, Queries } from 'api/db/database'
import type { ServerConfig, Site } from 'api/server-config'
import type { WiringOptions } from 'api/wire-payments'
import type { Log } from 'monitoring/log'
import { ConfigError } from 'process/settings'

/** An argument by its place. */
export interface Positional {
  /** As the usage shows it. */
  name: string
  summary: string
  /** The only valid values. */
  choices?: readonly string[]
  isOptional?: boolean
  /** For the last positional only. */
  isRepeated?: boolean
  /** The operator log names this as the subject. */
  numberOf?: 'account' | 'payment'
  /** Completed as a path. */
  isFile?: boolean
}

/** An argument with a name: `--name`. */
export interface Option {
  summary: string
  /** Its value, as the usage shows it. Absent: the option takes none. */
  value?: string
  /** The only valid values. */
  choices?: readonly string[]
  isFile?: boolean
}

/** The arguments of a run, checked against the command's description. */
export interface CommandInput<Name extends string = string> {
  positionals: readonly string[]
  has(option: Name): boolean
  text(option: Name): string | undefined
}

/** Details of a run for the operator log: ids and counts, no personal data. */
export interface LogDetails {
  /** `payment 0f9c…`, `customer 51d2…`, `payees housing`. */
  subject?: string
  file?: { name: string; sha256: string }
  /** Of the `--map` file of an import; null: there was none. */
  mapSha256?: string | null
  counts?: Readonly<Record<string, number>>
}

/** The entry of a run in the operator log. */
export interface LogEntry {
  note(details: LogDetails): void
  /** Writes the end of the entry in the command's transaction, so that both are committed or neither. */
  endIn(trx: Queries): Promise<void>
}

export interface CommandContext<Name extends string = string> extends Pick<WiringOptions, 'aroundGateway'> {
  config: ServerConfig
  log: Log
  clock: () => Date
  input: CommandInput<Name>
  entry: LogEntry
}

export interface DatabaseContext<Name extends string = string> extends CommandContext<Name> {
  database: Database
  /** The settings with the company as letters show it. Throws a ConfigError when CONTENT_DIR is no folder. */
  site(): Site
}

/** For a command that needs neither settings nor a database. */
export type InputContext<Name extends string = string> = Pick<CommandContext<Name>, 'input'>

export type CommandOutput = string | Uint8Array

/** Whether the operator log records a run, and whether `--why` is required. */
export type LogRule = 'no' | 'reason optional' | 'reason required'

/** What help, completion and operator log know of a command. */
export interface CommandDescription<Name extends string = string> {
  summary: string
  positionals?: readonly Positional[]
  options?: Readonly<Record<Name, Option>>
  /** Absent for a command that changes nothing and prints no personal data: `no`. */
  logRule?(input: CommandInput<Name>): LogRule
}

/** Returns what to print. */
type Run<Context> = (context: Context) => Promise<CommandOutput>

/** A command of the operator. `load` imports the code only when the command runs. */
export type Command<Name extends string = string> = CommandDescription<Name> &
  (
    | {
        /** The database is migrated before the run (the default), or must have this version's schema already. */
        needs?: 'migrated database' | 'current database'
        load(): Promise<Run<DatabaseContext<Name>>>
      }
    | { needs: 'settings'; load(): Promise<Run<CommandContext<Name>>> }
    | { needs: 'nothing'; load(): Promise<Run<InputContext<Name>>> }
  )

/** Invalid arguments: the command has not started. The message says how to call it. */
export class UsageError extends ConfigError {}

/** The command ran and found faults: `report` goes to standard output, and the exit code is 1. */
export class FaultsFound extends Error {
  override readonly name = 'FaultsFound'

  constructor(readonly report: string) {
    super('faults were found')
  }
}
