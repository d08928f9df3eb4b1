import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { typingUser } from 'process/system-user'
import {
  type Command,
  type CommandInput,
  type LogDetails,
  type LogEntry,
  type Recording,
  UsageError,
} from './command'
import { insertLogRow, type LogRow } from './operator-log.repository'

/** A run, as the operator log has it. */
export type LoggedRun = Pick<LogRow, 'operator' | 'action' | 'why' | 'subject'>

/** An e-mail address or a telephone number, a Russian one also with 8 or 7 in place of +7. */
const personal = /@|\+\d[\d\s()-]{9,}|(?<![\w-])[78](?:[\s()-]*\d){10}(?![\w-])/
/** A number of an account or a payment; what was mistyped may be anything, and the log keeps it for good. */
const number = /^[\w-]{1,64}$/

/** What the operator log will have of this run; null: nothing. Throws a UsageError for a missing reason. */
export const runToLog = (name: string, command: Command, input: CommandInput<string>): LoggedRun | null => {
  const recording: Recording = command.recorded?.(input) ?? 'no'
  if (recording === 'no') return null
  const why = input.text('why')?.trim() || null
  if (why === null && recording === 'reason required')
    throw new UsageError(`${name}: --why must say why, for the operator log`)
  if (why !== null && personal.test(why))
    throw new UsageError('--why: must name nobody, neither e-mail nor telephone: the log keeps it for good')
  const operator = (input.text('as') ?? typingUser()).trim()
  if (operator === '') throw new UsageError('--as: must be the name of the person who does it')
  return { operator, why, action: actionOf(name, command, input), ...subjectOf(command, input) }
}

/** The name with those words that have only a few values: `import invoices`. */
const actionOf = (name: string, { words = [] }: Command, input: CommandInput) =>
  [name, ...input.words.filter((_, place) => words[place]?.among)].join(' ')

const subjectOf = ({ words = [] }: Command, input: CommandInput): Pick<LogDetails, 'subject'> => {
  const subjects = input.words.flatMap((text, place) => {
    const kind = (words[place] ?? words.at(-1))?.numbers
    return kind && number.test(text) ? [`${kind} ${text}`] : []
  })
  return subjects.length > 0 ? { subject: subjects.join(', ') } : {}
}

/** The entry of a run without a log. */
export const noEntry: LogEntry = { note() {}, async endIn() {} }

/**
 * The entry of a run: `begin` before anything is done, so that there is no change without an entry, then one end. A run
 * without an end was killed, or its end could not be written.
 */
export const openEntry = (run: LoggedRun, clock: () => Date) => {
  const runId = randomUUID()
  let details: LogDetails = {}
  let endedInside = false
  const write = (db: Queries, stage: LogRow['stage']) =>
    insertLogRow(db, { ...run, ...details, runId, stage, at: clock().toISOString() })
  const entry: LogEntry = {
    note(more) {
      details = { ...details, ...more }
    },
    async endIn(trx) {
      await write(trx, 'done')
      endedInside = true
    },
  }
  return {
    runId,
    entry,
    begin: (db: Queries) => write(db, 'begun'),
    done: async (db: Queries) => {
      if (!endedInside) await write(db, 'done')
    },
    fail: (db: Queries) => write(db, 'failed'),
  }
}
