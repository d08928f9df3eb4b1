import { fillParties } from 'api/accounts'
import type { Database } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import { HOUR } from 'format/durations'

/** The step that fills the parties of invoices which an older version has issued. */
export const fillPartiesStep = ({ database }: { database: Database }): Step => ({
  name: 'fill parties of invoices',
  mayTakeMs: HOUR,
  run: () => fillParties(database),
})
