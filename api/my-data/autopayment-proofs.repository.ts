import type { Queries } from 'api/db/database'

/** The time in which a payment can be disputed in court (Civil Code, article 196). */
const YEARS = 3

/** Copies what proves the charges of a customer's autopayments, without anything of the person, before it is deleted. */
export const keepAutopaymentProofs = async (trx: Queries, userId: string, now: Date) => {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + YEARS)
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
  const first = await trx
    .selectFrom('autopayments')
    .innerJoin('payments', 'payments.id', 'autopayments.first_payment_id')
    .select(consent)
    .select('payments.id as payment_id')
    .where('autopayments.user_id', '=', userId)
    .where('payments.status', '=', 'succeeded')
    .execute()
  for (const proof of [...charges, ...first]) {
    await trx
      .insertInto('autopayment_proofs')
      .values({ ...proof, keep_until: until.toISOString() })
      .onConflict((conflict) => conflict.column('payment_id').doNothing())
      .execute()
  }
}
