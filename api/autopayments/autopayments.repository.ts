import { findOwnTitle } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import { leftToPay } from 'api/ledger/settlement.repository'
import { type Kopecks, toKopecks } from 'contract/money'
import type { Insertable, Updateable } from 'kysely'

const columns = [
  'autopayments.id',
  'autopayments.user_id as userId',
  'autopayments.account',
  'autopayments.rule',
  'autopayments.day',
  'autopayments.amount',
  'autopayments.limit_amount as limit',
  'autopayments.status',
  'autopayments.fail_reason as failReason',
  'autopayments.method_id as methodId',
  'autopayments.first_payment_id as firstPayment',
  'autopayments.planned_through as plannedThrough',
  'autopayments.next_plan_at as nextPlanAt',
  'autopayments.created_at as createdAt',
  'autopayments.deleted_at as deletedAt',
] as const

const selectAutopayments = (db: Queries) => db.selectFrom('autopayments').select(columns)

/** A stored autopayment. Amounts in kopecks. */
export type Autopayment = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectAutopayments>['executeTakeFirst']>>
>

export const insertAutopayment = async (trx: Queries, autopayment: Insertable<Tables['autopayments']>) => {
  await trx.insertInto('autopayments').values(autopayment).execute()
}

export const findAutopayment = (db: Queries, id: string): Promise<Autopayment | undefined> =>
  selectAutopayments(db).where('id', '=', id).executeTakeFirst()

export const findByFirstPayment = (db: Queries, payment: string): Promise<Autopayment | undefined> =>
  selectAutopayments(db).where('first_payment_id', '=', payment).executeTakeFirst()

/** The customer's autopayments that were not removed, newest first. */
export const findAutopaymentsOf = (db: Queries, userId: string): Promise<Autopayment[]> =>
  selectAutopayments(db)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** The customer's autopayment, if it was not removed. */
export const findOwnAutopayment = (
  db: Queries,
  { userId, id }: { userId: string; id: string },
): Promise<Autopayment | undefined> =>
  selectAutopayments(db)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The customer's autopayments for the account that were not removed. */
export const findAutopaymentsFor = (
  db: Queries,
  { userId, account }: { userId: string; account: string },
): Promise<Autopayment[]> =>
  selectAutopayments(db)
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export const findAutopaymentsBy = (db: Queries, methodId: string): Promise<Autopayment[]> =>
  selectAutopayments(db)
    .where('method_id', '=', methodId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** The same as `lockAutopayment`; undefined also while another transaction has the lock. */
export const lockFreeAutopayment = (trx: Queries, id: string): Promise<Autopayment | undefined> =>
  selectAutopayments(trx).where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst()

/**
 * Reads the autopayment and locks it, with its runs, until the transaction ends: other writers wait.
 */
export const lockAutopayment = async (trx: Queries, id: string): Promise<Autopayment | undefined> => {
  await trx
    .updateTable('autopayments')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .execute()
  return findAutopayment(trx, id)
}

export const updateAutopayment = async (
  trx: Queries,
  id: string,
  changes: Updateable<Tables['autopayments']>,
) => {
  await trx.updateTable('autopayments').set(changes).where('id', '=', id).execute()
}

/** Active monthly autopayments whose next run is due for planning. */
export const findMonthlyToPlan = async (db: Queries, now: string, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('autopayments')
    .select('id')
    .where('next_plan_at', '<=', now)
    .orderBy('next_plan_at')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Active autopayments whose account has a new invoice without a run. */
export const findWithNewInvoice = async (db: Queries, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('autopayments')
    .select('id')
    .where('rule', '=', 'invoice')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('invoices')
          .select('invoices.id')
          .whereRef('invoices.account', '=', 'autopayments.account')
          .whereRef('invoices.period', '>', (at) =>
            at.fn.coalesce('autopayments.planned_through', at.val('')),
          ),
      ),
    )
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export const newestPeriodOf = async (db: Queries, account: string): Promise<string | null> =>
  (
    await db
      .selectFrom('invoices')
      .select((eb) => eb.fn.max('period').as('period'))
      .where('account', '=', account)
      .executeTakeFirst()
  )?.period ?? null

/** The unpaid sum of a period's invoice; zero if there is no such invoice. */
export const leftOfInvoice = async (
  db: Queries,
  { account, period }: { account: string; period: string },
): Promise<Kopecks> => {
  const row = await db
    .selectFrom('invoices')
    .select(leftToPay.as('left'))
    .where('account', '=', account)
    .where('period', '=', period)
    .executeTakeFirst()
  return toKopecks(row?.left ?? 0)
}

/** The newest payment that the autopayment has made, its first one included. */
export const findLastPayment = (db: Queries, { id }: Pick<Autopayment, 'id'>) =>
  db
    .selectFrom('payments')
    .select([
      'id',
      'amount',
      'status',
      'method_kind as methodKind',
      'created_at as createdAt',
      'paid_at as paidAt',
    ])
    // Not "or": PostgreSQL would read all payments for it.
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('autopayments')
        .select('first_payment_id as payment_id')
        .where('id', '=', id)
        .unionAll(
          eb
            .selectFrom('autopayment_runs')
            .select('payment_id')
            .where('autopayment_id', '=', id)
            .where('payment_id', 'is not', null)
            .$narrowType<{ payment_id: string }>(),
        ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The address for letters about an autopayment, with the names of its account and card. */
export const findLetterTo = async (
  db: Queries,
  { userId, account, methodId }: Pick<Autopayment, 'userId' | 'account' | 'methodId'>,
) => {
  const { to, card, kind } = await db
    .selectFrom('users')
    .leftJoin('payment_methods', (join) =>
      join.onRef('payment_methods.user_id', '=', 'users.id').on('payment_methods.id', '=', methodId),
    )
    .select(['users.email as to', 'payment_methods.title as card', 'payment_methods.kind'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const ownTitle = await findOwnTitle(db, { userId, account })
  return { to, account, ownTitle, card: card ?? '', isSbp: kind === 'sbp' }
}
