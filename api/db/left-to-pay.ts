import { sql } from 'kysely'

/** What an invoice still asks for, kopecks: an expression over the columns of `invoices`. */
export const leftToPay = sql<number>`(invoices.opening_balance + invoices.charged + invoices.penalty - invoices.paid)`
