import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { rowsSince } from 'api/db/pages'
import type { Tables } from 'api/db/tables'
import { type RefundOfGateway, shareMark } from 'api/payments/refunds/refunds.repository'
import { type Kopecks, totalOf } from 'contract/money'

/** One difference between the gateway's list and ours. No personal data. */
export interface Difference {
  kind: Tables['reconciliation_differences']['kind']
  /** The gateway's id of the payment or of the refund. */
  gatewayId: string
  /** Our id of the payment; null where there is none. */
  paymentId: string | null
  /** A status, or kopecks; null where there is nothing. */
  ours: string | null
  theirs: string | null
  /** Whether the normal path has brought our side up to date. */
  isMended: boolean
}

export interface ComparisonResult {
  /** How many payments and refunds the gateway listed. */
  payments: number
  refunds: number
  differences: Difference[]
}

interface Window {
  gateway: string
  /** Moments. */
  from: string
  to: string
}

const pageSize = 500

interface WindowOfShop extends Window {
  shop: string
}

/** Payments of ours that the shop knows, created within the window. */
export const findOurPayments = (db: Queries, { gateway, shop, from, to }: WindowOfShop) =>
  rowsSince(from, pageSize, (after) =>
    db
      .selectFrom('payments')
      .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
      .select(['payments.created_at as at', 'payments.id', 'payment_id as paymentId'])
      .select(['gateway_payment_id as gatewayPaymentId', 'state'])
      .where('payments.created_at', '<', to)
      .where((eb) => eb(eb.refTuple('payments.created_at', 'payments.id'), '>', eb.tuple(after.at, after.id)))
      .where('gateway', '=', gateway)
      .where('shop', '=', shop)
      .where('gateway_payment_id', 'is not', null)
      .$narrowType<{ gatewayPaymentId: string }>()
      .orderBy('payments.created_at')
      .orderBy('payments.id')
      .limit(pageSize)
      .execute(),
  )

/** Refunds of the shop's payments that are recorded here, made within the window. */
export const findOurRefunds = (db: Queries, { gateway, shop, from, to }: WindowOfShop) =>
  rowsSince(from, pageSize, (after) =>
    db
      .selectFrom('refunds')
      .innerJoin('payment_intents', 'payment_intents.payment_id', 'refunds.payment_id')
      .select(['refunded_at as at', 'refunds.id'])
      .select(['refunds.payment_id as paymentId', 'gateway_refund_id as gatewayRefundId', 'amount'])
      .where('refunded_at', '<', to)
      .where((eb) => eb(eb.refTuple('refunded_at', 'refunds.id'), '>', eb.tuple(after.at, after.id)))
      .where('refunds.gateway', '=', gateway)
      .where('payment_intents.shop', '=', shop)
      .where('gateway_refund_id', 'not like', `%${shareMark}%`)
      .orderBy('refunded_at')
      .orderBy('refunds.id')
      .limit(pageSize)
      .execute(),
  )

export const findRefundOfGateway = async (
  db: Queries,
  { gateway, gatewayRefundId }: RefundOfGateway,
): Promise<{ paymentId: string; amount: Kopecks } | undefined> => {
  const rows = await db
    .selectFrom('refunds')
    .select(['payment_id as paymentId', 'amount'])
    .where('gateway', '=', gateway)
    .where((eb) =>
      eb.or([
        eb('gateway_refund_id', '=', gatewayRefundId),
        // The further rows of the same refund: their ids are between the mark and the character after it.
        eb.and([
          eb('gateway_refund_id', '>', `${gatewayRefundId}${shareMark}`),
          eb('gateway_refund_id', '<', `${gatewayRefundId}${afterShareMark}`),
        ]),
      ]),
    )
    .orderBy('gateway_refund_id')
    .execute()
  const [first] = rows
  return first && { paymentId: first.paymentId, amount: totalOf(rows.map(({ amount }) => amount)) }
}

const afterShareMark = String.fromCharCode(shareMark.charCodeAt(0) + 1)

interface ClaimedRun {
  id: string
  /** A process with an older token cannot write its result. */
  fencingToken: number
}

/**
 * Claims the run of a gateway and a day until the lease ends; undefined when it is done or claimed by another process.
 * Without a day it is a run by the command, which is always a new one.
 */
export const claimRun = async (
  db: Queries,
  { gateway, from, to }: Window,
  { day, now, until }: { day: string | null; now: string; until: string },
): Promise<ClaimedRun | undefined> =>
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
          fencing_token: eb('reconciliation_runs.fencing_token', '+', 1),
          from_at: from,
          to_at: to,
          started_at: now,
          leased_until: until,
        }))
        .where('reconciliation_runs.finished_at', 'is', null)
        .where('reconciliation_runs.leased_until', '<=', now),
    )
    .returning(['id', 'fencing_token as fencingToken'])
    .executeTakeFirst()

/** Claims a run for longer, unless another process has claimed it. */
export const renewRun = async (db: Queries, { id, fencingToken }: ClaimedRun, until: string) => {
  await db
    .updateTable('reconciliation_runs')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('fencing_token', '=', fencingToken)
    .execute()
}

/** Stores the result of a run, all of it or nothing; false when another process has claimed the run meanwhile. */
export const finishRun = async (
  trx: Queries,
  { id, fencingToken }: ClaimedRun,
  { payments, refunds, differences }: ComparisonResult,
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
    .where('fencing_token', '=', fencingToken)
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

export interface LastReconciliation {
  /** Moments: when the run ended, and the end of the compared period. */
  finishedAt: string
  comparedTo: string
  differences: number
  /** How many differences were mended. */
  mended: number
}

/** The last finished daily run of a gateway; undefined: there was none. */
export const lastReconciliation = (db: Queries, gateway: string): Promise<LastReconciliation | undefined> =>
  db
    .selectFrom('reconciliation_runs')
    .select(['finished_at as finishedAt', 'to_at as comparedTo', 'differences', 'mended'])
    .where('gateway', '=', gateway)
    .where('day', 'is not', null)
    .where('finished_at', 'is not', null)
    .$narrowType<{ finishedAt: string }>()
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
