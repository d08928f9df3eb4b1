import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { RefundOfGateway } from 'api/payments/refunds/refunds.repository'
import type { Compared } from './difference'

export interface Window {
  gateway: string
  /** Moments. */
  from: string
  to: string
}

const pageSize = 500

/** Payments of ours that the gateway knows, created within the window; read in pages. */
export async function* findOurPayments(db: Queries, { gateway, from, to }: Window) {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('payment_intents')
      .innerJoin('payments', 'payments.id', 'payment_intents.payment_id')
      .select(['payment_id as paymentId', 'gateway_payment_id as gatewayPaymentId', 'state'])
      .where('gateway', '=', gateway)
      .where('payments.created_at', '>=', from)
      .where('payments.created_at', '<', to)
      .where('gateway_payment_id', '>', after)
      .orderBy('gateway_payment_id')
      .limit(pageSize)
      .execute()
    for (const { paymentId, gatewayPaymentId, state } of rows) {
      if (gatewayPaymentId !== null) yield { paymentId, gatewayPaymentId, state }
    }
    const last = rows.at(-1)?.gatewayPaymentId
    if (!last) return
    after = last
  }
}

/** Refunds that are recorded here, made within the window; read in pages. */
export async function* findOurRefunds(db: Queries, { gateway, from, to }: Window) {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('refunds')
      .select(['payment_id as paymentId', 'gateway_refund_id as gatewayRefundId', 'amount'])
      .where('gateway', '=', gateway)
      .where('refunded_at', '>=', from)
      .where('refunded_at', '<', to)
      .where('gateway_refund_id', '>', after)
      .orderBy('gateway_refund_id')
      .limit(pageSize)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.gatewayRefundId
  }
}

export const findRefundOfGateway = async (
  db: Queries,
  { gateway, gatewayRefundId }: RefundOfGateway,
): Promise<{ paymentId: string; amount: number } | undefined> =>
  db
    .selectFrom('refunds')
    .select(['payment_id as paymentId', 'amount'])
    .where('gateway', '=', gateway)
    .where('gateway_refund_id', '=', gatewayRefundId)
    .executeTakeFirst()

export interface TakenRun {
  id: string
  /** The fencing token: a process with an older one can not write its result. */
  fence: number
}

/**
 * Claims the run of a gateway and a day until the lease ends; undefined when it is done or claimed by another process.
 * Without a day it is a run by the command, which is always a new one.
 */
export const takeRun = async (
  db: Queries,
  { gateway, from, to }: Window,
  { day, now, until }: { day: string | null; now: string; until: string },
): Promise<TakenRun | undefined> =>
  db
    .insertInto('reconciliation_runs')
    .values({
      id: randomUUID(),
      gateway,
      day,
      from_at: from,
      to_at: to,
      started_at: now,
      leased_until: until,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'day'])
        .doUpdateSet((eb) => ({
          fence: eb('reconciliation_runs.fence', '+', 1),
          from_at: from,
          to_at: to,
          started_at: now,
          leased_until: until,
        }))
        .where('reconciliation_runs.finished_at', 'is', null)
        .where('reconciliation_runs.leased_until', '<=', now),
    )
    .returning(['id', 'fence'])
    .executeTakeFirst()

/** Stores the result of a run, all of it or nothing; false when another process has claimed the run meanwhile. */
export const finishRun = async (
  trx: Queries,
  { id, fence }: TakenRun,
  { payments, refunds, differences }: Compared,
  now: string,
): Promise<boolean> => {
  const finished = await trx
    .updateTable('reconciliation_runs')
    .set({
      finished_at: now,
      payments,
      refunds,
      differences: differences.length,
      mended: differences.filter(({ isMended }) => isMended).length,
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (finished.numUpdatedRows !== 1n) return false
  for (const { kind, gatewayId, paymentId, ours, theirs, isMended } of differences) {
    await trx
      .insertInto('reconciliation_differences')
      .values({
        run_id: id,
        kind,
        gateway_id: gatewayId,
        payment_id: paymentId,
        ours,
        theirs,
        mended: isMended ? 1 : 0,
      })
      .execute()
  }
  return true
}
