import type { PaymentsTable } from 'api/db/tables'
import type { Payment } from 'contract/payments'

/** The contract knows no other source: to the portal, money that was paid elsewhere came without signing in. */
export const shownSource = (source: PaymentsTable['source']): Payment['source'] =>
  source === 'other' ? 'guest' : source
