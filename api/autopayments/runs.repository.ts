import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import { hashOfMailedCode } from 'api/hashed-secret'
import { newSecretLink, type SecretLink } from 'api/mail/mailed-link'
import type { Insertable, Updateable } from 'kysely'

const columns = [
  'id',
  'autopayment_id as autopaymentId',
  'period',
  'state',
  'charge_at as chargeAt',
  'due_at as dueAt',
  'attempts',
  'warned_amount as warnedAmount',
  'warning_id as warningId',
  'warn_by as warnBy',
  'told_over_limit as toldOverLimit',
  'payment_id as payment',
  'fencing_token as fencingToken',
] as const

const selectRuns = (db: Queries) => db.selectFrom('autopayment_runs').select(columns)

export type Run = NonNullable<Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirst']>>>

/** Adds the run of a period, due at `dueAt`. Undefined if the period has its run. */
export const insertRun = async (
  trx: Queries,
  run: { autopaymentId: string; period: string; chargeAt: Date; dueAt: Date },
): Promise<Run | undefined> =>
  trx
    .insertInto('autopayment_runs')
    .values({
      id: randomUUID(),
      autopayment_id: run.autopaymentId,
      period: run.period,
      state: 'open',
      charge_at: run.chargeAt.toISOString(),
      due_at: run.dueAt.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['autopayment_id', 'period']).doNothing())
    .returning(columns)
    .executeTakeFirst()

/**
 * Claims the open run that has been due longest, until the lease ends; undefined when none is due. Each claim raises the
 * run's fencing token: a write with an older one is rejected.
 */
export const claimDueRun = (
  db: Queries,
  { now, until }: { now: string; until: string },
): Promise<Run | undefined> =>
  db
    .updateTable('autopayment_runs')
    .set((eb) => ({ fencing_token: eb('fencing_token', '+', 1), leased_until: until }))
    .where('id', '=', (due) =>
      due
        .selectFrom('autopayment_runs')
        .select('id')
        .where('state', '=', 'open')
        .where('due_at', '<=', now)
        .where((at) => at.or([at('leased_until', 'is', null), at('leased_until', '<=', now)]))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .executeTakeFirst()

/** Locks the claimed run; undefined when its fencing token is outdated, or the run is over. */
export const lockClaimedRun = (trx: Queries, { id, fencingToken }: Pick<Run, 'id' | 'fencingToken'>) =>
  trx
    .updateTable('autopayment_runs')
    .set({ leased_until: null })
    .where('id', '=', id)
    .where('fencing_token', '=', fencingToken)
    .where('state', '=', 'open')
    .returning(columns)
    .executeTakeFirst()

export const findRun = (db: Queries, id: string): Promise<Run | undefined> =>
  selectRuns(db).where('id', '=', id).executeTakeFirst()

/** The run whose newest attempt is the payment. */
export const findRunOfPayment = (db: Queries, payment: string): Promise<Run | undefined> =>
  selectRuns(db).where('payment_id', '=', payment).executeTakeFirst()

export const findRunOfPeriod = (
  db: Queries,
  { autopaymentId, period }: { autopaymentId: string; period: string },
): Promise<Run | undefined> =>
  selectRuns(db).where('autopayment_id', '=', autopaymentId).where('period', '=', period).executeTakeFirst()

export const findOpenRuns = (db: Queries, autopaymentId: string): Promise<Run[]> =>
  selectRuns(db)
    .where('autopayment_id', '=', autopaymentId)
    .where('state', '=', 'open')
    .orderBy('charge_at')
    .execute()

/** Open and charging runs. */
export const findRunsNotOver = (db: Queries, autopaymentId: string): Promise<Run[]> =>
  selectRuns(db)
    .where('autopayment_id', '=', autopaymentId)
    .where('state', '!=', 'over')
    .orderBy('charge_at')
    .execute()

export const updateRun = async (
  trx: Queries,
  id: string,
  changes: Updateable<Tables['autopayment_runs']>,
) => {
  await trx.updateTable('autopayment_runs').set(changes).where('id', '=', id).execute()
}

export type NewRunLine = Insertable<Tables['autopayment_run_lines']>

export const insertLine = async (trx: Queries, line: NewRunLine) => {
  await trx.insertInto('autopayment_run_lines').values(line).execute()
}

/** The run that has a line of the payment. */
export const findRunOfLine = (db: Queries, payment: string) =>
  db
    .selectFrom('autopayment_run_lines')
    .select(['run_id as runId', 'autopayment_id as autopaymentId'])
    .where('payment_id', '=', payment)
    .executeTakeFirst()

export const markChargedLate = async (trx: Queries, payment: string) => {
  await trx
    .updateTable('autopayment_run_lines')
    .set({ outcome: 'charged', reason: 'charged_late', decline_reason: null, retry_on: null })
    .where('payment_id', '=', payment)
    .execute()
}

/** Whether an attempt of the run has succeeded. */
export const hasCharged = async (db: Queries, runId: string): Promise<boolean> =>
  (await db
    .selectFrom('autopayment_run_lines')
    .select('run_id')
    .where('run_id', '=', runId)
    .where('outcome', '=', 'charged')
    .executeTakeFirst()) !== undefined

/** Counts the declined charges of the run; a charge that was never sent is not declined. */
export const countDeclined = async (db: Queries, runId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('autopayment_run_lines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('outcome', '=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The log of the autopayment, the newest line first. */
export const findLines = (db: Queries, autopaymentId: string, most: number) =>
  db
    .selectFrom('autopayment_run_lines as lines')
    .innerJoin('autopayment_runs as runs', 'runs.id', 'lines.run_id')
    .leftJoin('payments', 'payments.id', 'lines.payment_id')
    .select([
      'lines.at',
      'lines.outcome',
      'lines.reason',
      'lines.amount',
      'lines.payment_id as payment',
      'lines.decline_reason as declineReason',
      'lines.retry_on as retryOn',
      'lines.limit_amount as limit',
      'runs.period',
      'payments.method_kind as methodKind',
    ])
    .where('lines.autopayment_id', '=', autopaymentId)
    .orderBy('at', 'desc')
    .orderBy('attempt', 'desc')
    .limit(most)
    .execute()

/** Creates the link that opts out of the run's coming charge; only a hash of its code is stored. */
export const issueOptOutLink = async (trx: Queries, runId: string, now: Date): Promise<SecretLink> => {
  const link = newSecretLink()
  await trx
    .insertInto('opt_out_links')
    .values({
      id: link.id,
      run_id: runId,
      code_hash: hashOfMailedCode(link.code),
      created_at: now.toISOString(),
    })
    .execute()
  return link
}

/** The run of an opt-out link, in any state; undefined for an unknown link. */
export const findRunOfOptOut = (db: Queries, { id, code }: SecretLink) =>
  db
    .selectFrom('opt_out_links')
    .innerJoin('autopayment_runs', 'autopayment_runs.id', 'opt_out_links.run_id')
    .select(['autopayment_runs.id as runId', 'autopayment_runs.autopayment_id as autopaymentId'])
    .where('opt_out_links.id', '=', id)
    .where('opt_out_links.code_hash', '=', hashOfMailedCode(code))
    .executeTakeFirst()

/** Counts the attempts that have ended since a moment, by outcome. */
export const countLinesSince = async (db: Queries, since: string) => {
  const rows = await db
    .selectFrom('autopayment_run_lines')
    .select(['outcome', (eb) => eb.fn.countAll<number>().as('count')])
    .where('at', '>=', since)
    .groupBy('outcome')
    .execute()
  const counts = { charged: 0, skipped: 0, failed: 0 }
  for (const { outcome, count } of rows) counts[outcome] = count
  return counts
}

/** The earliest due moment of the open runs, which may lie ahead; `null` if none is open. */
export const oldestDueRun = async (db: Queries): Promise<string | null> => {
  const { dueAt } = await db
    .selectFrom('autopayment_runs')
    .select((eb) => eb.fn.min('due_at').as('dueAt'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return dueAt
}
