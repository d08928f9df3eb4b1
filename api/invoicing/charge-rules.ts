import type { invoiceLine } from 'contract/invoices'
import type { z } from 'zod'

/** What accounts are charged: the company's own matter. Here only the demo company has such rules. */
export interface ChargeRules {
  /** The numbers of the accounts that they bill. */
  accounts: readonly string[]
  /** The lines of an account's bill for a period, and the day it is due. */
  billOf(account: string, period: string): { lines: z.input<typeof invoiceLine>[]; dueAt: string }
}
