import { requisites } from 'api/accounts'
import type { Database, Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import { rowsSince } from 'api/db/pages'
import { payee } from 'contract/invoices'
import { toKopecks } from 'contract/money'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Span } from '../csv-register'

const rowsAtOnce = 2_000

const details = [
  'payments.account',
  'payments.method_kind as methodKind',
  'payments.method_title as methodTitle',
  'payments.source',
  'register_accounts.address',
  'payment_intents.gateway',
  'charge.gateway_payment_id as gatewayId',
  'payment_intents.request',
  'payees.name as payeeName',
  ...requisites,
] as const

const requestWithPayee = z.object({ payee: payee.optional() })

/**
 * Replaces the account's payee by the payee of the request to the gateway: the account's payee or its requisites may
 * have changed since. Payments from before the portal have no request, and keep the payee of their account.
 */
const withPaidPayee = <Row extends { request: string | null; payeeName: string; kpp: string | null }>({
  request,
  ...row
}: Row) => {
  const payee = request === null ? undefined : requestWithPayee.parse(JSON.parse(request)).payee
  if (!payee) return row
  const { name, kpp = null, ...requisites } = payee
  return { ...row, ...requisites, payeeName: name, kpp }
}

/** The payment whose intent has the charge at the gateway: in a basket the lead payment. */
const chargeOf = sql<string>`coalesce(payment_intents.basket_id, payment_intents.payment_id)`

/** The same expression as in its index. */
const recordedAt = sql<string>`coalesce(payments.recorded_at, payments.paid_at)`

/**
 * Finds succeeded payments in the order in which the portal recorded their success. Imported ones are left out: they
 * come from the books themselves.
 */
export const findPaid = (db: Queries, { since, until }: Span) =>
  rowsSince(since, rowsAtOnce, async (after) => {
    const rows = await db
      .selectFrom('payments')
      .innerJoin('register_accounts', 'register_accounts.account', 'payments.account')
      .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
      .leftJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
      .leftJoin('payment_intents as charge', (join) => join.on('charge.payment_id', '=', chargeOf))
      .select((eb) => [
        'payments.id',
        'payments.id as paymentId',
        'payments.amount',
        eb.fn.coalesce('payments.paid_at', eb.val('')).as('madeAt'),
        recordedAt.as('at'),
        ...details,
      ])
      .where(sql<boolean>`(${recordedAt}, payments.id) > (${after.at}, ${after.id})`)
      .where(recordedAt, '<', until)
      .where('payments.paid_at', 'is not', null)
      .where('payments.status', '=', 'succeeded')
      .where('payments.source', '!=', 'other')
      .orderBy(recordedAt)
      .orderBy('payments.id')
      .limit(rowsAtOnce)
      .execute()
    return rows.map((row) => ({ ...withPaidPayee(row), kind: 'payment' as const }))
  })

/**
 * Finds refunds in the order in which the portal recorded them, of payments of any day. Reversals of imported payments
 * are left out: they come from the books too.
 */
export const findRefunded = (db: Queries, { since, until }: Span) =>
  rowsSince(since, rowsAtOnce, async (after) => {
    const rows = await db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('register_accounts', 'register_accounts.account', 'payments.account')
      .innerJoin('payees', 'payees.id', 'register_accounts.payee_id')
      .leftJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
      .leftJoin('payment_intents as charge', (join) => join.on('charge.payment_id', '=', chargeOf))
      .select([
        'refunds.id',
        'refunds.payment_id as paymentId',
        'refunds.amount',
        'refunds.refunded_at as madeAt',
        'refunds.recorded_at as at',
        ...details,
      ])
      .where((eb) => eb(eb.refTuple('refunds.recorded_at', 'refunds.id'), '>', eb.tuple(after.at, after.id)))
      .where('refunds.recorded_at', '<', until)
      .where('payments.source', '!=', 'other')
      .orderBy('refunds.recorded_at')
      .orderBy('refunds.id')
      .limit(rowsAtOnce)
      .execute()
    return rows.map((row) => ({
      ...withPaidPayee(row),
      amount: toKopecks(-row.amount),
      kind: 'refund' as const,
    }))
  })

type RowOf<Rows> = Rows extends AsyncIterable<infer Row> ? Row : never

/**
 * A payment, or a refund with an amount below zero. `madeAt` is when the money moved. `at` is when the portal recorded
 * it and decides the day of the register: so an entry is never added to a register that was printed before.
 */
export type RegisterEntry = RowOf<ReturnType<typeof findPaid>> | RowOf<ReturnType<typeof findRefunded>>

const columns = { payment_id: 'text', number: 'bigint' } as const

/** The numbers of payments in files for 1C. A payment gets its number when it is first printed, and keeps it. */
export const numberPayments = ({ transaction }: Pick<Database, 'transaction'>, payments: readonly string[]) =>
  transaction(async (trx): Promise<ReadonlyMap<string, number>> => {
    const numbers = await findNumbers(trx, payments)
    const fresh = payments.filter((id) => !numbers.has(id))
    if (fresh.length === 0) return numbers
    const last = await trx
      .selectFrom('payment_numbers')
      .select((eb) => eb.fn.max('number').as('number'))
      .executeTakeFirst()
    const first = (last?.number ?? 0) + 1
    const rows = fresh.map((payment_id, index) => ({ payment_id, number: first + index }))
    await sql`insert into payment_numbers (${namesOf(columns)}) ${jsonRows(columns, rows)}`.execute(trx)
    for (const { payment_id, number } of rows) numbers.set(payment_id, number)
    return numbers
  })

const findNumbers = async (db: Queries, payments: readonly string[]): Promise<Map<string, number>> => {
  const paymentRows = jsonRows(
    { id: 'text' },
    payments.map((id) => ({ id })),
  )
  const { rows } = await sql<{
    id: string
    number: number
  }>`select payment_id as id, number from payment_numbers
    where payment_id in (${paymentRows})`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}
