import { maskPayer, type OwnAccount, readParties, requireRight } from 'api/accounts'
import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import { type InvoiceStatus, invoiceLine } from 'contract/invoices'
import { today } from 'format/dates'
import { z } from 'zod'
import { findInvoice, findPeriods, type InvoiceRow } from './invoices.repository'

export interface BillingDeps {
  config: ApiConfig
  database: Database
}

/** Invoices. Throws AccessRefused for accounts that the customer may not see. */
export function invoicesService({ config, database: { db } }: Pick<BillingDeps, 'config' | 'database'>) {
  return {
    /** The invoice of a period, or the newest one when no period is given. `data` is null where there is none. */
    async read(own: OwnAccount & { period: string | undefined; now: Date }) {
      await requireRight(db, own, 'view')
      const periods = await findPeriods(db, own.account)
      const period = own.period ?? periods[0]
      const row =
        period && periods.includes(period)
          ? await findInvoice(db, { account: own.account, period })
          : undefined
      return { data: row ? asInvoice(row, today(config.timeZone, own.now)) : null, periods }
    },
  }
}

const shownLines = z.array(invoiceLine)

function asInvoice(row: InvoiceRow, day: string) {
  const { id, account, period, issuedAt, dueAt, openingBalance, lines, charged, penalty, paid } = row
  const { payee, payer, address, area, residents } = readParties(row.parties)
  const billedAmount = openingBalance + charged + penalty
  return {
    id,
    account,
    period,
    issuedAt,
    dueAt,
    openingBalance,
    penalty,
    paid,
    address,
    area,
    residents,
    payer: maskPayer(payer),
    lines: shownLines.parse(JSON.parse(lines)),
    total: billedAmount - paid,
    status: invoiceStatus({ billedAmount, paid, dueAt }, day),
    payee,
  }
}

/**
 * The status of an invoice on a day (`2026-10-05`). In kopecks: `billedAmount` is what it asked for when issued, `paid` what
 * was paid since.
 */
export function invoiceStatus(
  { billedAmount, paid, dueAt }: { billedAmount: number; paid: number; dueAt: string },
  day: string,
): InvoiceStatus {
  if (billedAmount - paid <= 0) return 'paid'
  if (day > dueAt) return 'overdue'
  return paid > 0 ? 'partial' : 'unpaid'
}
