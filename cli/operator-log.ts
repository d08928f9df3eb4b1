import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { typingUser } from 'process/system-user'
import {
  type Command,
  type CommandInput,
  type LogDetails,
  type LogEntry,
  type LogRule,
  UsageError,
} from './command'
import { insertLogRow, type LogRow } from './operator-log.repository'

/** A run for the operator log. */
export type LoggedRun = Pick<LogRow, 'operator' | 'action' | 'why' | 'subject'>

/** An e-mail address or a telephone number, a Russian one also with 8 or 7 in place of +7. */
const personalData = /@|\+\d[\d\s()-]{9,}|(?<![\w-])[78](?:[\s()-]*\d){10}(?![\w-])/
/** Anything else is a typing error, which may be personal data: the log keeps it for good. */
const accountOrPaymentNumber = /^[\w-]{1,64}$/

/** The run for the operator log; null: it is not logged. Throws a UsageError if `--why` is missing. */
export const loggedRunOf = (
  name: string,
  command: Command,
  input: CommandInput<string>,
): LoggedRun | null => {
  const rule: LogRule = command.logRule?.(input) ?? 'no'
  if (rule === 'no') return null
  const why = input.text('why')?.trim() || null
  if (why === null && rule === 'reason required')
    throw new UsageError(`${name}: --why must say why, for the operator log`)
  if (why !== null && personalData.test(why))
    throw new UsageError('--why: must name nobody, neither e-mail nor telephone: the log keeps it for good')
  const operator = (input.text('as') ?? typingUser()).trim()
  if (operator === '') throw new UsageError('--as: must be the name of the person who does it')
  return { operator, why, action: actionOf(name, command, input), ...subjectOf(command, input) }
}

/** The command's name with the arguments that have fixed values: `import invoices`. */
const actionOf = (name: string, { positionals = [] }: Command, input: CommandInput) =>
  [name, ...input.positionals.filter((_, place) => positionals[place]?.choices)].join(' ')

const subjectOf = ({ positionals = [] }: Command, input: CommandInput): Pick<LogDetails, 'subject'> => {
  const subjects = input.positionals.flatMap((text, place) => {
    const kind = (positionals[place] ?? positionals.at(-1))?.numberOf
    return kind && accountOrPaymentNumber.test(text) ? [`${kind} ${text}`] : []
  })
  return subjects.length > 0 ? { subject: subjects.join(', ') } : {}
}

/** For a run that is not logged. */
export const noEntry: LogEntry = { note() {}, async endIn() {} }

/**
 * Opens the entry of a run. `begin` is written before the run, so that no change is without an entry; then `done` or
 * `fail`. A run without an end was killed, or its end could not be written.
 */
export const openEntry = (run: LoggedRun, clock: () => Date) => {
  const runId = randomUUID()
  let details: LogDetails = {}
  let isEnded = false
  const write = (db: Queries, stage: LogRow['stage']) =>
    insertLogRow(db, { ...run, ...details, runId, stage, at: clock().toISOString() })
  const entry: LogEntry = {
    note(more) {
      details = { ...details, ...more }
    },
    async endIn(trx) {
      await write(trx, 'done')
      isEnded = true
    },
  }
  return {
    runId,
    entry,
    begin: (db: Queries) => write(db, 'begun'),
    done: async (db: Queries) => {
      if (!isEnded) await write(db, 'done')
    },
    fail: (db: Queries) => write(db, 'failed'),
  }
}
