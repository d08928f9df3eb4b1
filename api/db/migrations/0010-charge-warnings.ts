import { sql } from 'kysely'
import type { Migration } from '../migration'

/** Ties what a run has told its customer to the letter that tells it. */
export const chargeWarnings: Migration = {
  name: '0010-charge-warnings',
  async up(db, column) {
    await db.schema.alterTable('autopayment_runs').addColumn('warning_id', column.text).execute()
    await db.schema.alterTable('autopayment_runs').addColumn('warn_by', column.text).execute()
    // A letter and the link in it were written at the same moment.
    await sql`
      update autopayment_runs set warning_id = (
        select min(outbox.id)
        from autopayment_notices
        join outbox on outbox.created_at = autopayment_notices.created_at
        join autopayments on autopayments.id = autopayment_runs.autopayment_id
        join users on users.id = autopayments.user_id and users.email = outbox.recipient
        where autopayment_notices.run_id = autopayment_runs.id
          and outbox.kind in ('autopayment-notice', 'autopayment-retry')
          and autopayment_notices.created_at = (
            select max(newest.created_at) from autopayment_notices newest where newest.run_id = autopayment_runs.id
          )
      )
      where state = 'open' and told_amount is not null
    `.execute(db)
    // Of what nobody can say whether it was told, the customer is told anew.
    await sql`
      update autopayment_runs set told_amount = null where state = 'open' and warning_id is null
    `.execute(db)
  },
}
