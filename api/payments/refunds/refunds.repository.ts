import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Kopecks } from 'contract/money'
import { type Insertable, type Selectable, sql } from 'kysely'

export interface RefundOfGateway {
  gateway: string
  gatewayRefundId: string
}

/**
 * A refund of several payments of one charge has a row for each, and the ids of rows are unique. Returns the id of a further
 * row. `shareMark` separates its number from the gateway's id, which never contains the mark.
 */
export const nextShareOf = (gatewayRefundId: string, index: number) =>
  `${gatewayRefundId}${shareMark}${index + 1}`
export const shareMark = '#'

export const isRefundRecorded = async (
  db: Queries,
  { gateway, gatewayRefundId }: RefundOfGateway,
): Promise<boolean> =>
  (await db
    .selectFrom('refunds')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_refund_id', '=', gatewayRefundId)
    .executeTakeFirst()) !== undefined

export const insertRefund = async (
  trx: Queries,
  refund: Insertable<Tables['refunds']> & { amount: Kopecks },
) => {
  await trx.insertInto('refunds').values(refund).execute()
  await trx
    .updateTable('payments')
    .set((eb) => ({ refunded: eb('refunded', '+', refund.amount) }))
    .where('id', '=', refund.payment_id)
    .execute()
}

export type RefundCheck = Selectable<Tables['refund_checks']>

/** The most refunds of one payment that are polled: anybody may send webhooks. */
const mostChecksOfPayment = 50

/** Adds a refund to poll, unless it is there already or its payment has too many of them. */
export const insertRefundCheck = async (trx: Queries, check: RefundCheck) => {
  await trx
    .insertInto('refund_checks')
    .columns(['gateway', 'gateway_refund_id', 'payment_id', 'created_at', 'next_check_at'])
    .expression((eb) =>
      eb
        .selectFrom('payments')
        .select((at) => [
          at.val(check.gateway).as('gateway'),
          at.val(check.gateway_refund_id).as('gateway_refund_id'),
          'payments.id',
          at.val(check.created_at).as('created_at'),
          at.val(check.next_check_at).as('next_check_at'),
        ])
        .where('payments.id', '=', check.payment_id)
        .where(
          (at) =>
            at
              .selectFrom('refund_checks')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .where('refund_checks.payment_id', '=', check.payment_id),
          '<',
          mostChecksOfPayment,
        )
        // It may have been recorded since the caller looked.
        .where((at) =>
          at.not(
            at.exists(
              at
                .selectFrom('refunds')
                .select('refunds.id')
                .where('refunds.gateway', '=', check.gateway)
                .where('refunds.gateway_refund_id', '=', check.gateway_refund_id),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.columns(['gateway', 'gateway_refund_id']).doNothing())
    .execute()
}

/**
 * Claims the refund for polling. Undefined if it is not due: another process polls it, or has just polled it.
 */
export const claimRefundCheck = (
  db: Queries,
  { gateway, gatewayRefundId, now, until }: RefundOfGateway & { now: string; until: string },
): Promise<RefundCheck | undefined> =>
  db
    .updateTable('refund_checks')
    .set({ next_check_at: until })
    .where('gateway', '=', gateway)
    .where('gateway_refund_id', '=', gatewayRefundId)
    .where('next_check_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Selects due refunds of the configured gateways and shops; all others wait. */
interface DueRefunds {
  gateways: readonly string[]
  shops: readonly string[]
  now: string
}

/** Not a join: the order of due moments is that of an index. `paymentId` is a column of the query around it. */
const isOfConfiguredShop = ({ gateways, shops }: DueRefunds, paymentId: string) =>
  sql<boolean>`exists (select 1 from payment_intents where payment_intents.payment_id = ${sql.ref(paymentId)}
    and payment_intents.gateway in (${sql.join(gateways)})
    and payment_intents.shop in (${sql.join(shops)}))`

/** The check that has been due longest and that no process has claimed. */
export const findDueRefundCheck = async (
  db: Queries,
  due: DueRefunds,
): Promise<RefundOfGateway | undefined> =>
  db
    .selectFrom('refund_checks')
    .select(['gateway', 'gateway_refund_id as gatewayRefundId'])
    .where('next_check_at', '<=', due.now)
    .where(isOfConfiguredShop(due, 'refund_checks.payment_id'))
    .orderBy('next_check_at')
    .orderBy('gateway_refund_id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()

export const postponeRefundCheck = async (
  db: Queries,
  { gateway, gateway_refund_id }: RefundCheck,
  nextCheckAt: string,
) => {
  await db
    .updateTable('refund_checks')
    .set({ next_check_at: nextCheckAt })
    .where('gateway', '=', gateway)
    .where('gateway_refund_id', '=', gateway_refund_id)
    .execute()
}

export const deleteRefundCheck = async (trx: Queries, { gateway, gatewayRefundId }: RefundOfGateway) => {
  await trx
    .deleteFrom('refund_checks')
    .where('gateway', '=', gateway)
    .where('gateway_refund_id', '=', gatewayRefundId)
    .execute()
}

/** A refund request of the operator, with its state. */
export type RefundRequestRow = Selectable<Tables['refund_requests']> &
  Omit<Selectable<Tables['refund_request_states']>, 'request_id'>

const selectRequests = (db: Queries) =>
  db
    .selectFrom('refund_requests')
    .innerJoin('refund_request_states', 'refund_request_states.request_id', 'refund_requests.id')
    .selectAll('refund_requests')
    .select([
      'refund_request_states.state',
      'refund_request_states.sends',
      'refund_request_states.first_sent_at',
      'refund_request_states.gateway_refund_id',
      'refund_request_states.reason',
      'refund_request_states.next_check_at',
    ])

export const findRefundRequest = (db: Queries, id: string): Promise<RefundRequestRow | undefined> =>
  selectRequests(db).where('refund_requests.id', '=', id).executeTakeFirst()

/** The request for a refund of one of the payments, if its outcome is not recorded yet. */
export const findOpenRefundRequest = (
  db: Queries,
  paymentIds: readonly string[],
): Promise<RefundRequestRow | undefined> =>
  selectRequests(db)
    .where('refund_requests.payment_id', 'in', paymentIds)
    .where('refund_request_states.state', '!=', 'refused')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.gateway', '=', 'refund_requests.gateway')
            .whereRef('refunds.gateway_refund_id', '=', 'refund_request_states.gateway_refund_id'),
        ),
      ),
    )
    .executeTakeFirst()

export const insertRefundRequest = async (
  trx: Queries,
  request: Insertable<Tables['refund_requests']>,
  nextCheckAt: string,
) => {
  await trx.insertInto('refund_requests').values(request).execute()
  await trx
    .insertInto('refund_request_states')
    .values({ request_id: request.id, state: 'created', next_check_at: nextCheckAt })
    .execute()
}

/** Claims the request for sending. Returns how many times it was sent, this one included; undefined if another process was first. */
export const claimRefundRequest = async (
  db: Queries,
  { id, sends, now, until }: { id: string; sends: number; now: string; until: string },
): Promise<number | undefined> => {
  const claimed = await db
    .updateTable('refund_request_states')
    .set((eb) => ({
      state: 'unknown',
      sends: eb('sends', '+', 1),
      first_sent_at: eb.fn.coalesce('first_sent_at', eb.val(now)),
      next_check_at: until,
    }))
    .where('request_id', '=', id)
    .where('state', 'in', ['created', 'unknown'])
    .where('sends', '=', sends)
    .returning('sends')
    .executeTakeFirst()
  return claimed?.sends
}

/** The request that has been due longest and that no process has claimed. */
export const findDueRefundRequest = async (db: Queries, due: DueRefunds): Promise<string | undefined> =>
  (
    await db
      .selectFrom('refund_request_states')
      .innerJoin('refund_requests', 'refund_requests.id', 'refund_request_states.request_id')
      .select('request_id')
      .where('next_check_at', '<=', due.now)
      .where(isOfConfiguredShop(due, 'refund_requests.payment_id'))
      .orderBy('next_check_at')
      .orderBy('request_id')
      .limit(1)
      .forNoKeyUpdate('refund_request_states')
      .skipLocked()
      .executeTakeFirst()
  )?.request_id

/**
 * Returns the payment of the basket for which the refund was requested: by the refund's id, or by its sum while the request
 * has no answer. Undefined for a refund that was not requested here.
 */
export const findRefundedPart = async (
  db: Queries,
  paymentIds: readonly string[],
  { id, amount }: { id: string; amount: Kopecks },
): Promise<string | undefined> => {
  const rows = await selectRequests(db)
    .where('refund_requests.payment_id', 'in', paymentIds)
    .where((eb) =>
      eb.or([
        eb('refund_request_states.gateway_refund_id', '=', id),
        eb.and([
          eb('refund_request_states.gateway_refund_id', 'is', null),
          eb('refund_request_states.state', '!=', 'refused'),
          eb('refund_requests.amount', '=', amount),
        ]),
      ]),
    )
    .execute()
  return (rows.find((request) => request.gateway_refund_id === id) ?? rows[0])?.payment_id
}

/** Changes a request that has no final state yet; false when it has. */
export const updateRefundRequest = async (
  trx: Queries,
  id: string,
  changes: Partial<Pick<RefundRequestRow, 'state' | 'gateway_refund_id' | 'reason' | 'next_check_at'>>,
): Promise<boolean> =>
  (
    await trx
      .updateTable('refund_request_states')
      .set(changes)
      .where('request_id', '=', id)
      .where('state', 'in', ['created', 'unknown'])
      .executeTakeFirst()
  ).numUpdatedRows === 1n

/** Whether the gateway has accepted a request of ours with this refund. */
export const isAcceptedRefund = async (
  db: Queries,
  { gateway, gatewayRefundId }: RefundOfGateway,
): Promise<boolean> =>
  (await selectRequests(db)
    .where('refund_requests.gateway', '=', gateway)
    .where('refund_request_states.gateway_refund_id', '=', gatewayRefundId)
    .executeTakeFirst()) !== undefined

/** Ends a request that the gateway has accepted and then not carried out. */
export const refuseAcceptedRefund = async (
  trx: Queries,
  { gateway, gatewayRefundId }: RefundOfGateway,
  reason: string,
) => {
  await trx
    .updateTable('refund_request_states')
    .set({ state: 'refused', reason })
    .where('gateway_refund_id', '=', gatewayRefundId)
    .where('request_id', 'in', (eb) =>
      eb.selectFrom('refund_requests').select('id').where('gateway', '=', gateway),
    )
    .execute()
}
