import type { Database, Queries } from 'api/db/database'
import type { ServerConfig, Site } from 'api/server-config'
import type { WiringOptions } from 'api/wire-payments'
import type { Log } from 'monitoring/log'
import { ConfigError } from 'process/settings'

/** An argument without a name. */
export interface Word {
  /** What stands for it in the usage. */
  name: string
  summary: string
  /** The only words there are. */
  among?: readonly string[]
  isOptional?: boolean
  /** The last one may be repeated. */
  isRepeated?: boolean
  /** What it is the number of, for the operator log. */
  numbers?: 'account' | 'payment'
  /** A path, for the completion. */
  isFile?: boolean
}

/** An argument with a name: `--name`. */
export interface Option {
  summary: string
  /** What stands for its value in the usage; absent: it takes none. */
  value?: string
  /** The only values there are. */
  among?: readonly string[]
  isFile?: boolean
}

/** What was typed, as the command declares it. */
export interface CommandInput<Name extends string = string> {
  words: readonly string[]
  has(option: Name): boolean
  text(option: Name): string | undefined
}

/** What the operator log says of a run besides who, when and why: ids and counts, nobody's personal data. */
export interface LogDetails {
  /** `payment 0f9c…`, `customer 51d2…`, `payees housing`. */
  subject?: string
  file?: { name: string; sha256: string }
  /** Of an import's file of columns; null: there was none. */
  mapSha256?: string | null
  counts?: Readonly<Record<string, number>>
}

/** The run's entry in the operator log. */
export interface LogEntry {
  note(details: LogDetails): void
  /** Writes the end of the entry in the command's own transaction: both are committed, or neither. */
  endIn(trx: Queries): Promise<void>
}

export interface Work<Name extends string = string> extends Pick<WiringOptions, 'aroundGateway'> {
  config: ServerConfig
  log: Log
  clock: () => Date
  input: CommandInput<Name>
  entry: LogEntry
}

export interface DatabaseWork<Name extends string = string> extends Work<Name> {
  database: Database
  /** The settings with the company as letters show it. Throws a ConfigError when CONTENT_DIR is no folder. */
  site(): Site
}

/** What a command has that needs neither the server's settings nor a database. */
export type LoneWork<Name extends string = string> = Pick<Work<Name>, 'input'>

export type Printed = string | Uint8Array

/** `no`, or whether `--why` is required. */
export type Recording = 'no' | 'reason optional' | 'reason required'

/** What is said of a command. */
export interface Described<Name extends string = string> {
  summary: string
  words?: readonly Word[]
  options?: Readonly<Record<Name, Option>>
  /** What the operator log has of a run; absent: the command changes nothing and shows nobody's personal data. */
  recorded?(input: CommandInput<Name>): Recording
}

/** A command of the operator. `run` returns what to print, with its line end. */
export type Command<Name extends string = string> = Described<Name> &
  (
    | {
        /**
         * What the command begins with: the database, brought up to date, or as it is, which must be up to date; or none,
         * because the command makes it.
         */
        begins?: 'up to date' | 'as it is'
        run(work: DatabaseWork<Name>): Promise<Printed>
      }
    | { begins: 'without'; run(work: Work<Name>): Promise<Printed> }
    | { begins: 'without settings'; run(work: LoneWork<Name>): Promise<Printed> }
  )

/** The command was called in a wrong way, and has not begun. The message says how to call it. */
export class UsageError extends ConfigError {}

/** The command has run and found faults: `report` is its result, printed as any other, with the exit code 1. */
export class FaultsFound extends Error {
  override readonly name = 'FaultsFound'

  constructor(readonly report: string) {
    super('faults were found')
  }
}
