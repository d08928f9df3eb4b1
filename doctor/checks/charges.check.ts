import { findChargeHold } from 'api/db/charge-hold.repository'
import type { Database } from 'api/db/database'
import { type Check, failed, notChecked, ok, reasonOf } from '../check'

/** Whether saved cards may be charged. */
export const chargesCheck = ({ db }: Database): Check => ({
  name: 'charges',
  async run() {
    const hold = await findChargeHold(db).catch((error: unknown) => reasonOf(error))
    if (typeof hold === 'string') return notChecked(`the database does not answer: ${hold}`)
    if (!hold) return ok('are made')
    return failed(
      `on hold since ${hold.heldAt}: the database was restored as it was on ${hold.dataOf}`,
      'Reconcile, credit what is missing_here by credit-payment, then release-charges.',
    )
  },
})
