import { maskAccount } from 'api/accounts'
import type { Queries } from 'api/db/database'
import {
  type ExportedPayment,
  findAutopaymentIds,
  findGuestPayments,
  findOwnPayments,
  findPartsOfPayments,
  findPartsOfRuns,
  findRunsOf,
} from './export-payments.repository'
import { jsonWithout } from './export-person'
import { mapPages, pagesOf, type RowOf, rowsAtOnce } from './pages'

export const ownPaymentsOf = (db: Queries, userId: string) =>
  mapPages(
    pagesOf<ExportedPayment>(rowsAtOnce, (last, most) => findOwnPayments(db, userId, last, most)),
    (page) => withParts(db, page),
  )

/** Anybody may have typed the e-mail, so the account is as hidden as on the page of such a payment. */
export const guestPaymentsOf = (db: Queries, emails: readonly string[]) =>
  mapPages(
    pagesOf<ExportedPayment>(rowsAtOnce, (last, most) => findGuestPayments(db, emails, last?.id ?? '', most)),
    async (page) => {
      const payments = await withParts(db, page)
      return payments.map(({ account, request, refunds, refundRequests, ...payment }) => ({
        ...payment,
        account: maskAccount(account),
        request: request && { ...request, account: maskAccount(account) },
        refunds: refunds.map((refund) => ({ ...refund, account: maskAccount(account) })),
        refundRequests: refundRequests.map(({ body: _, ...refundRequest }) => refundRequest),
      }))
    },
  )

export async function* autopaymentRunsOf(db: Queries, userId: string) {
  for (const id of await findAutopaymentIds(db, userId))
    yield* mapPages(
      pagesOf<Run>(rowsAtOnce, (last, most) => findRunsOf(db, id, last?.period ?? '', most)),
      (page) => runsWithParts(db, page),
    )
}

type Run = RowOf<typeof findRunsOf>

const withParts = async (db: Queries, payments: readonly ExportedPayment[]) => {
  if (payments.length === 0) return []
  const parts = await findPartsOfPayments(
    db,
    payments.map(({ id }) => id),
  )
  const of = <Part extends { payment: string | null }>(rows: readonly Part[], id: string) =>
    rows.filter(({ payment }) => payment === id).map(({ payment: _, ...part }) => part)
  return payments.map(({ request, ...payment }) => ({
    ...payment,
    request: requestShown(request),
    events: of(parts.events, payment.id),
    webhooks: of(parts.webhooks, payment.id),
    refunds: of(parts.refunds, payment.id),
    refundChecks: of(parts.refundChecks, payment.id),
    refundRequests: of(parts.refundRequests, payment.id),
    reconciliationDifferences: of(parts.differences, payment.id).map(({ mended, ...difference }) => ({
      ...difference,
      mended: mended === 1,
    })),
  }))
}

/** What was asked of the gateway, without its id of the card, by which money is taken. */
const requestShown = (request: string | null) =>
  request === null ? null : jsonWithout('savedMethod', request)

const runsWithParts = async (db: Queries, runs: readonly Run[]) => {
  if (runs.length === 0) return []
  const parts = await findPartsOfRuns(
    db,
    runs.map(({ id }) => id),
  )
  const of = <Part extends { run: string }>(rows: readonly Part[], id: string) =>
    rows.filter(({ run }) => run === id).map(({ run: _, ...part }) => part)
  return runs.map(({ toldOverLimit, ...run }) => ({
    ...run,
    toldOverLimit: toldOverLimit === 1,
    attemptsMade: of(parts.lines, run.id),
    optOutLinks: of(parts.optOutLinks, run.id),
  }))
}
