import type { Migration } from '../../migration'
import { accounts } from './accounts'
import { autopayments } from './autopayments'
import { customerData } from './customer-data'
import { customers } from './customers'
import { invoices } from './invoices'
import { ledger } from './ledger'
import { letters } from './letters'
import { operation } from './operation'
import { payments } from './payments'
import { readings } from './readings'
import { refunds } from './refunds'
import { sandbox } from './sandbox'

/** A file comes after those to whose tables it refers. What the columns mean is in api/db/tables.ts. */
const parts = [
  customers,
  accounts,
  invoices,
  payments,
  refunds,
  ledger,
  autopayments,
  readings,
  letters,
  customerData,
  operation,
  sandbox,
]

/** The schema of version 0.1.0. */
export const initial: Migration = {
  name: '0001-initial',
  async up(db, text, dialect) {
    for (const part of parts) for (const statement of part(text, dialect)) await statement.execute(db)
  },
}
