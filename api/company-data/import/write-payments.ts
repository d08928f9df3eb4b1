import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import { appendAllToLedger } from 'api/ledger/ledger.repository'
import { countPayments, sumByDay } from 'api/ledger/payment-sums.repository'
import { settleByBalance } from 'api/ledger/settlement.repository'
import { toKopecks } from 'contract/money'
import { insertPayments, insertReversals } from './paid-elsewhere.repository'

interface Money {
  externalId: string
  account: string
  /** Above zero. */
  amount: number
  at: string
  /** False: an opening balance includes it. */
  isOwed: boolean
}

export interface NewPayment extends Money {
  id: string
  origin: string
}

export interface NewReversal extends Money {
  paymentId: string
}

/**
 * Writes imported payments, and their reversals as refunds. The caller has locked the ledgers. A balance changes only by
 * payments that the opening balance does not include.
 */
export const writePayments = async (
  trx: Queries,
  {
    payments,
    reversals,
    timeZone,
    now,
  }: {
    payments: readonly NewPayment[]
    reversals: readonly NewReversal[]
    timeZone: string
    now: Date
  },
) => {
  await insertPayments(
    trx,
    payments.map(({ id, externalId, account, amount, at, origin }) => ({
      id,
      external_id: externalId,
      account,
      amount,
      status: 'succeeded',
      created_at: at,
      paid_at: at,
      method_kind: 'other',
      method_title: origin === '' ? null : origin,
      source: 'other',
    })),
  )
  const counted = payments.map(({ account, amount, at }) => ({
    account,
    amount,
    status: 'succeeded' as const,
    createdAt: at,
  }))
  await countPayments(trx, [...sumByDay(counted, timeZone).values()])
  const refunds = reversals.map((reversal) => ({ ...reversal, id: orderedId() }))
  await insertReversals(trx, refunds, now)
  await appendAllToLedger(trx, [
    ...payments.flatMap(({ id, account, amount, at, isOwed }) =>
      isOwed ? [{ account, kind: 'payment' as const, amount: toKopecks(-amount), at, paymentId: id }] : [],
    ),
    ...refunds.flatMap(({ id, account, amount, at, isOwed }) =>
      isOwed ? [{ account, kind: 'refund' as const, amount: toKopecks(amount), at, refundId: id }] : [],
    ),
  ])
  await settleByBalance(trx, [...new Set([...payments, ...reversals].map(({ account }) => account))])
}
