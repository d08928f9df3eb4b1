import type { Queries } from 'api/db/database'
import type { ErasureByCode } from 'api/db/lifecycle'
import { rowsAtOnce } from 'api/db/pages'
import { lifecycles } from 'api/db/tables'
import { sql } from 'kysely'
import { z } from 'zod'

/** How many records of each category were erased: by `key` of `ErasedCategory` in api/db/lifecycle.ts. */
export type ErasedCounts = Readonly<Record<string, number>>

/** Customers whose time to undo is over, the longest due first. */
export const findCustomersToErase = async (db: Queries, now: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The parts of a payment's request that are erased; the rest stays. */
const requestToForget = z.looseObject({ email: z.string(), savedMethod: z.string().nullable() })

export interface Payer {
  id: string
  /** See `findAddressesOf`. */
  addresses: readonly string[]
}

export interface PaymentToForget {
  id: string
  /** Null, like the request: the payment has no intent. */
  gateway: string | null
  request: z.output<typeof requestToForget> | null
}

/** The customer's payments in the order of their ids. */
export const findPaymentsOf = (db: Queries, { id }: Payer, after: string) =>
  db
    .selectFrom('payments')
    .leftJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
    .select(['payments.id', 'payment_intents.gateway', 'payment_intents.request'])
    .where('payments.user_id', '=', id)
    .where('payments.id', '>', after)
    .orderBy('payments.id')
    .limit(rowsAtOnce)
    .execute()
    .then(withParsedRequests)

/** Payments that were made without signing in, with an e-mail of the customer for the receipt. */
export const findGuestPaymentsOf = (db: Queries, { addresses }: Payer, after: string) =>
  db
    .selectFrom('payment_intents')
    .select(['payment_id as id', 'gateway', 'request'])
    .where('guest_email', 'in', addresses)
    .where('payment_id', '>', after)
    .orderBy('payment_id')
    .limit(rowsAtOnce)
    .execute()
    .then(withParsedRequests)

const withParsedRequests = (
  rows: { id: string; gateway: string | null; request: string | null }[],
): PaymentToForget[] =>
  rows.map(({ id, gateway, request }) => ({
    id,
    gateway,
    request: request === null ? null : requestToForget.parse(JSON.parse(request)),
  }))

/** Replaces the gateway's id of a card. Not null: that means a payment on the gateway's page. */
const erasedCard = 'erased'

/** Removes the payer from a payment. The money, the account and the receipt stay, as the law requires. */
export const forgetPayer = async (trx: Queries, { id, request }: PaymentToForget) => {
  await trx.updateTable('payments').set({ user_id: null, method_title: null }).where('id', '=', id).execute()
  if (!request) return
  const remaining: typeof request = {
    ...request,
    email: '',
    savedMethod: request.savedMethod === null ? null : erasedCard,
  }
  await trx
    .updateTable('payment_intents')
    .set({ request: JSON.stringify(remaining), sent_body: null, guest_email: null })
    .where('payment_id', '=', id)
    .execute()
}

/** Empties the bodies of refund requests that are over and whose payers were erased; returns how many. */
export const forgetRefundBodies = async (db: Queries): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('refund_requests')
    .set({ body: '' })
    .where('body', '!=', '')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('refund_request_states')
        .select('request_id')
        .where('state', 'in', ['accepted', 'refused']),
    )
    // Looks up the payment of each request instead of reading all payments without a customer.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payments')
          .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
          .select('payments.id')
          .whereRef('payments.id', '=', 'refund_requests.payment_id')
          .where('payments.user_id', 'is', null)
          .where('payment_intents.guest_email', 'is', null),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Deletes the rows that belong to the customer alone, as the lifecycles of the tables declare. Returns their
 * number. Empties a table before the tables that its foreign keys refer to.
 */
export const deleteCustomer = async (trx: Queries, payer: Payer): Promise<ErasedCounts> => {
  const counts: Record<string, number> = {}
  for (const [table, { erasure }] of lifecycles.toReversed()) {
    if (erasure === 'with its parent' || 'stays' in erasure) continue
    const count =
      'code' in erasure
        ? await byCode[erasure.code](trx, payer)
        : await deleteRows(trx, { table, column: erasure.deletedBy, customer: payer.id })
    const { key } = erasure.countedAs
    counts[key] = (counts[key] ?? 0) + count
  }
  return counts
}

const byCode: Readonly<Record<ErasureByCode, (trx: Queries, payer: Payer) => Promise<number>>> = {
  registrationAttempts: (trx, { addresses }) =>
    countDeleted(trx.deleteFrom('registration_attempts').where('email_normalized', 'in', addresses)),

  mailRequests: (trx, { id, addresses }) =>
    countDeleted(
      trx
        .deleteFrom('mail_requests')
        .where((eb) => eb.or([eb('user_id', '=', id), eb(eb.fn('lower', ['email']), 'in', addresses)])),
    ),

  outbox: (trx, { id, addresses }) =>
    countDeleted(
      trx.deleteFrom('outbox').where((eb) =>
        eb.or([
          eb('user_id', '=', id),
          // Letters about payments without signing in.
          eb.and([eb('user_id', 'is', null), eb(eb.fn('lower', ['recipient']), 'in', addresses)]),
        ]),
      ),
    ),

  autopaymentRuns: (trx, { id }) =>
    countDeleted(
      trx
        .deleteFrom('autopayment_runs')
        .where('autopayment_id', 'in', (eb) =>
          eb.selectFrom('autopayments').select('autopayments.id').where('user_id', '=', id),
        ),
    ),

  accountGrants: (trx, payer) => forgetGrants(trx, payer),
}

const deleteRows = async (
  trx: Queries,
  { table, column, customer }: { table: string; column: string; customer: string },
) => {
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${customer}`.execute(trx)
  return Number(numAffectedRows)
}

const countDeleted = async (query: { executeTakeFirst(): Promise<{ numDeletedRows: bigint }> }) =>
  Number((await query.executeTakeFirst()).numDeletedRows)

/**
 * Deletes the grants that the customer holds. From grants that the customer gave, and from invitations to their
 * addresses, only removes the person. Returns the number of grants.
 */
const forgetGrants = async (trx: Queries, { id, addresses }: Payer): Promise<number> => {
  const heldGrants = await trx.deleteFrom('account_grants').where('user_id', '=', id).executeTakeFirst()
  const givenGrants = await trx
    .updateTable('account_grants')
    .set({ invited_by: null, label: null })
    .where('invited_by', '=', id)
    .executeTakeFirst()
  const invitations = await trx
    .updateTable('account_grants')
    .set({ email: null, email_normalized: null, label: null })
    .where('email_normalized', 'in', addresses)
    .executeTakeFirst()
  return Number(heldGrants.numDeletedRows + givenGrants.numUpdatedRows + invitations.numUpdatedRows)
}

/** The time in which a payment can be disputed in court (Civil Code, article 196). */
const PROOF_YEARS = 3

/**
 * Copies the proofs of a customer's autopayment charges, without personal data, before the autopayments are deleted.
 */
export const keepAutopaymentProofs = async (trx: Queries, userId: string, now: Date) => {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + PROOF_YEARS)
  const consent = [
    'autopayments.rule',
    'autopayments.limit_amount',
    'autopayments.consent_version',
    'autopayments.consent_at',
    'autopayments.deleted_at as removed_at',
  ] as const
  const charges = await trx
    .selectFrom('autopayment_run_lines')
    .innerJoin('autopayment_runs', 'autopayment_runs.id', 'autopayment_run_lines.run_id')
    .innerJoin('autopayments', 'autopayments.id', 'autopayment_run_lines.autopayment_id')
    .select(consent)
    .select([
      'autopayment_run_lines.payment_id',
      'autopayment_runs.period',
      'autopayment_runs.warned_amount',
      'autopayment_runs.warned_at',
    ])
    .where('autopayments.user_id', '=', userId)
    .where('autopayment_run_lines.outcome', '=', 'charged')
    .where('autopayment_run_lines.payment_id', 'is not', null)
    .$narrowType<{ payment_id: string }>()
    .execute()
  const firstPayments = await trx
    .selectFrom('autopayments')
    .innerJoin('payments', 'payments.id', 'autopayments.first_payment_id')
    .select(consent)
    .select('payments.id as payment_id')
    .where('autopayments.user_id', '=', userId)
    .where('payments.status', '=', 'succeeded')
    .execute()
  for (const proof of [...charges, ...firstPayments]) {
    await trx
      .insertInto('autopayment_proofs')
      .values({ ...proof, keep_until: until.toISOString() })
      .onConflict((conflict) => conflict.column('payment_id').doNothing())
      .execute()
  }
}
