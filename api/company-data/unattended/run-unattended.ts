import type { Database, Queries } from 'api/db/database'
import { errorFields, type Log } from 'monitoring/log'
import type { BadLine } from '../import/bad-lines'
import type { ImportName, ImportResult } from '../import/import-result'
import type { ImportSwitches } from '../import/run-import'
import type { ProcessEnd, RunImport } from './import-process'
import { claimRun, endRun, type NewRun, renewRun } from './import-runs.repository'

const renewEveryMs = 20_000

export interface UnattendedDeps {
  database: Database
  log: Log
  clock: () => Date
  runImport: RunImport
  /** Called when an import has ended; `failed`: without a result. */
  onEnd?: (kind: ImportName, outcome: ImportResult['outcome'] | 'failed') => void
}

interface UnattendedOrder extends NewRun {
  kind: ImportName
  path: string
  mapPath: string | undefined
  switches: ImportSwitches
  /** Called in the transaction that stores the result, if this process still has the lease. */
  onResult?: (trx: Queries, result: ImportResult) => Promise<void>
}

/**
 * Runs an import that no operator watches: one at a time over all processes of a database. Its result has no values of
 * the file, because it is stored and mailed.
 */
export const runUnattended = async (
  { database, log, clock, runImport, onEnd = () => {} }: UnattendedDeps,
  { onResult, ...order }: UnattendedOrder,
): Promise<ImportResult | 'busy' | 'failed'> => {
  const { kind, path, mapPath, switches, source } = order
  const id = await claimRun(database, order, clock())
  if (id === null) return 'busy'
  const renewing = setInterval(() => {
    renewRun(database.db, id, clock()).catch((error: unknown) =>
      log.debug(errorFields(error), 'the lease of an import was not renewed'),
    )
  }, renewEveryMs)
  const end = await runImport({ kind, path, mapPath, switches, by: source })
    .catch((error: unknown): ProcessEnd => ({ result: null, complaint: String(error) }))
    .finally(() => clearInterval(renewing))
  const result = end.result && withoutValues(end.result)
  if (end.result === null)
    log.error({ kind, complaint: end.complaint }, 'an import has ended without a result')
  await database.transaction(async (trx) => {
    const isOwn = await endRun(trx, { id, result, now: clock() })
    if (isOwn && result) await onResult?.(trx, result)
  }, 'read committed')
  onEnd(kind, result?.outcome ?? 'failed')
  return result ?? 'failed'
}

const withoutValues = (result: ImportResult): ImportResult =>
  result.outcome === 'unusable'
    ? result
    : {
        ...result,
        firstFaults: result.firstFaults.map(lineWithoutValue),
        firstHeld: result.firstHeld.map(lineWithoutValue),
      }

const lineWithoutValue = (line: BadLine): BadLine => ({ ...line, reason: reasonWithoutValue(line.reason) })

/** A reason quotes values of the file in quotation marks; values may have such marks themselves. */
const quoted = /«.*»/s
const example = /: нужно «[^»]*»(?: или «[^»]*»)?$/
const sum = /[-\u2212]?\d[\d\s\u00a0]*(?:,\d{2})?\s₽/g
const number = /(лицевого счёта) .+ (нет)/s

/** Removes the values of the file from a reason: a letter must not show names, account numbers and sums. */
export const reasonWithoutValue = (reason: string): string => {
  const [shown = ''] = example.exec(reason) ?? []
  const rest = reason.slice(0, reason.length - shown.length)
  return (
    rest.replace(quoted, '«…»').replace(number, '$1 из этой строки $2').replace(sum, '… ₽') + shown
  ).trim()
}
