import { type OwnAccount, requireRight } from 'api/accounts'
import { DomainError, notFound, Refusal } from 'api/refusal'
import { problemCodes } from 'contract/problem'
import { addMonths } from 'format/dates'
import { type ComparedInvoice, explainDifference } from './explain-difference'
import { findComparedInvoices } from './invoices.repository'
import type { BillingDeps } from './invoices.service'
import { readLines, readPenaltyDays } from './stored-invoice'

/** The account has no invoice for a requested period. */
class InvoiceMissing extends DomainError {
  override readonly name = 'InvoiceMissing'

  override refusal() {
    return notFound()
  }
}

/** The account has no invoice for the month before the requested period. */
class NothingToCompare extends DomainError {
  override readonly name = 'NothingToCompare'

  override refusal() {
    return new Refusal(404, {
      code: problemCodes.nothingToCompare,
      message: 'Сравнить не с чем: квитанции за предыдущий месяц нет.',
    })
  }
}

/** Explains the sum of an invoice. Throws AccessRefused for accounts that the customer may not see. */
export function explanationService({ database: { db } }: Pick<BillingDeps, 'database'>) {
  return {
    /**
     * Compares with the period `against`, or by default with the month before. Throws InvoiceMissing if a requested period has
     * no invoice, NothingToCompare if the month before has none.
     */
    async explain(own: OwnAccount & { period: string; against?: string | undefined; now: Date }) {
      await requireRight(db, own, 'view')
      const { account, period } = own
      const earlier = own.against ?? addMonths(period, -1)
      const byPeriod = new Map(
        (await findComparedInvoices(db, { account, periods: [period, earlier] })).map((row) => [
          row.period,
          asCompared(row),
        ]),
      )
      const invoice = byPeriod.get(period)
      const against = byPeriod.get(earlier)
      if (!invoice) throw new InvoiceMissing()
      if (!against) throw own.against === undefined ? new NothingToCompare() : new InvoiceMissing()
      return explainDifference(invoice, against)
    },
  }
}

type Row = Awaited<ReturnType<typeof findComparedInvoices>>[number]

const asCompared = ({ lines, penaltyDays, ...sums }: Row): ComparedInvoice => ({
  ...sums,
  lines: readLines(lines),
  penaltyDays: readPenaltyDays(penaltyDays),
})
