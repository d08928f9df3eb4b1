import { maskPayer } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { fromUnits } from 'format/decimal'
import {
  findAddedAccounts,
  findHistoryOf,
  findInvoicesOf,
  findLedgerOf,
  findMetersOf,
  findReadingsOf,
  findReceiptsOf,
} from './export-accounts.repository'
import { mapPages, pagesOf, type RowOf, rowsAtOnce } from './pages'

export const accountShown = ({ payerName, isDefault, ...account }: RowOf<typeof findAddedAccounts>) => ({
  ...account,
  payer: maskPayer(payerName),
  isDefault: isDefault === 1,
})

export const invoicesOf = (db: Queries, userId: string) =>
  mapPages(
    ofAccounts<RowOf<typeof findInvoicesOf>>(db, userId, (account, last, most) =>
      findInvoicesOf(db, account, last?.period ?? '', most),
    ),
    (page) =>
      page.map(({ lines, volumes, penaltyDays, ...invoice }) => ({
        ...invoice,
        lines: stored(lines),
        volumes: stored(volumes),
        penaltyDays: stored(penaltyDays),
      })),
  )

export const ledgerOf = (db: Queries, userId: string) =>
  ofAccounts<RowOf<typeof findLedgerOf>>(db, userId, (account, last, most) =>
    findLedgerOf(db, account, last, most),
  )

/** With those of others, without how they were paid: that is for their payers alone. */
export const accountPaymentsOf = (db: Queries, userId: string) =>
  mapPages(
    ofAccounts<RowOf<typeof findHistoryOf>>(db, userId, (account, last, most) =>
      findHistoryOf(db, account, last, most),
    ),
    (page) =>
      page.map(({ payer, methodKind, methodTitle, receiptStatus, ...payment }) => ({
        ...payment,
        ...(payer === userId && { methodKind, methodTitle, receiptStatus }),
      })),
  )

export const metersOf = (db: Queries, userId: string) =>
  mapPages(
    ofAccounts<RowOf<typeof findMetersOf>>(db, userId, (account, last, most) =>
      findMetersOf(db, account, last?.id ?? '', most),
    ),
    (page) => page.map(({ zones, ...meter }) => ({ ...meter, zones: stored(zones) })),
  )

export const readingReceiptsOf = (db: Queries, userId: string) =>
  ofAccounts<RowOf<typeof findReceiptsOf>>(db, userId, (account, last, most) =>
    findReceiptsOf(db, account, last?.id ?? '', most),
  )

export const readingsOf = (db: Queries, userId: string) =>
  mapPages(
    ofAccounts<RowOf<typeof findReadingsOf>>(db, userId, (account, last, most) =>
      findReadingsOf(db, account, last, most),
    ),
    (page) =>
      page.map(({ value, previous, volume, corrects, decimals, ...reading }) => ({
        ...reading,
        value: fromUnits(BigInt(value), decimals),
        previous: previous === null ? null : fromUnits(BigInt(previous), decimals),
        volume: previous === null ? null : fromUnits(BigInt(volume), decimals),
        corrects: corrects === 1,
      })),
  )

/** Rows of all accounts on the customer's list, account by account. */
async function* ofAccounts<Row>(
  db: Queries,
  userId: string,
  read: (account: string, last: Row | undefined, most: number) => Promise<readonly Row[]>,
) {
  for (const { account } of await findAddedAccounts(db, userId))
    yield* pagesOf<Row>(rowsAtOnce, (last, most) => read(account, last, most))
}

const stored = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
