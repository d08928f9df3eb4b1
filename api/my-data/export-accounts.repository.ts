import { maskPayer } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { mapPages, pagesOf, rowsAtOnce } from 'api/db/pages'
import { fromUnits } from 'format/decimal'

/** The accounts on the customer's list, with their data in the register. */
export const findAddedAccounts = (db: Queries, userId: string) =>
  db
    .selectFrom('customer_accounts')
    .innerJoin('register_accounts', 'register_accounts.account', 'customer_accounts.account')
    .leftJoin('account_balances', 'account_balances.account', 'customer_accounts.account')
    .select([
      'customer_accounts.account',
      'customer_accounts.title as ownTitle',
      'customer_accounts.is_default as isDefault',
      'customer_accounts.added_at as addedAt',
      'register_accounts.title',
      'register_accounts.address',
      'register_accounts.payer_name as payerName',
      'register_accounts.area',
      'register_accounts.residents',
      'account_balances.balance',
      'account_balances.refund_debt as refundDebt',
    ])
    .where('customer_accounts.user_id', '=', userId)
    .orderBy('customer_accounts.added_at')
    .orderBy('customer_accounts.account')
    .execute()

type AddedAccount = Awaited<ReturnType<typeof findAddedAccounts>>[number]

export const asShownAccount = ({ payerName, isDefault, ...account }: AddedAccount) => ({
  ...account,
  payer: maskPayer(payerName),
  isDefault: isDefault === 1,
})

/** Rows of all accounts on the customer's list, account by account. */
async function* pagesOfAccounts<Page>(
  db: Queries,
  userId: string,
  pages: (account: string) => AsyncIterable<Page>,
) {
  for (const { account } of await findAddedAccounts(db, userId)) yield* pages(account)
}

const parseStored = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

export const invoicesOf = (db: Queries, userId: string) =>
  pagesOfAccounts(db, userId, (account) =>
    mapPages(
      pagesOf({
        start: '',
        find: (after) =>
          db
            .selectFrom('invoices')
            .select([
              'id',
              'account',
              'period',
              'issued_at as issuedAt',
              'due_at as dueAt',
              'opening_balance as openingBalance',
              'lines',
              'volumes',
              'charged',
              'penalty',
              'penalty_days as penaltyDays',
              'paid',
            ])
            .where('account', '=', account)
            .where('period', '>', after)
            .orderBy('period')
            .limit(rowsAtOnce)
            .execute(),
        placeOf: ({ period }) => period,
      }),
      (page) =>
        page.map(({ lines, volumes, penaltyDays, ...invoice }) => ({
          ...invoice,
          lines: parseStored(lines),
          volumes: parseStored(volumes),
          penaltyDays: parseStored(penaltyDays),
        })),
    ),
  )

export const ledgerOf = (db: Queries, userId: string) =>
  pagesOfAccounts(db, userId, (account) =>
    pagesOf({
      start: { happenedAt: '', id: '' },
      find: (after) =>
        db
          .selectFrom('ledger_entries')
          .select([
            'id',
            'account',
            'kind',
            'amount',
            'happened_at as happenedAt',
            'invoice_id as invoice',
            'payment_id as payment',
            'refund_id as refund',
          ])
          .where('account', '=', account)
          .where((eb) => eb(eb.refTuple('happened_at', 'id'), '>', eb.tuple(after.happenedAt, after.id)))
          .orderBy('happened_at')
          .orderBy('id')
          .limit(rowsAtOnce)
          .execute(),
      placeOf: (entry) => entry,
    }),
  )

/**
 * Payments of the accounts as their history shows them, the newest first. Includes payments of other people, without
 * the method, which only the payer may see.
 */
export const accountPaymentsOf = (db: Queries, userId: string) =>
  pagesOfAccounts(db, userId, (account) =>
    mapPages(
      pagesOf({
        start: { createdAt: '', id: '' },
        find: (after) =>
          db
            .selectFrom('payments')
            .select([
              'id',
              'user_id as payer',
              'account',
              'amount',
              'status',
              'created_at as createdAt',
              'paid_at as paidAt',
              'method_kind as methodKind',
              'method_title as methodTitle',
              'source',
              'receipt_status as receiptStatus',
              'decline_reason as declineReason',
              'refunded',
            ])
            .where('account', '=', account)
            .$if(after.id !== '', (query) =>
              query.where((eb) =>
                eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)),
              ),
            )
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(rowsAtOnce)
            .execute(),
        placeOf: (payment) => payment,
      }),
      (page) =>
        page.map(({ payer, methodKind, methodTitle, receiptStatus, ...payment }) => ({
          ...payment,
          ...(payer === userId && { methodKind, methodTitle, receiptStatus }),
        })),
    ),
  )

export const metersOf = (db: Queries, userId: string) =>
  pagesOfAccounts(db, userId, (account) =>
    mapPages(
      pagesOf({
        start: '',
        find: (after) =>
          db
            .selectFrom('meters')
            .select([
              'id',
              'account',
              'position',
              'service',
              'unit',
              'serial',
              'place',
              'zones',
              'digits',
              'decimals',
              'verified_until as verifiedUntil',
              'external_id as externalId',
              'closed_on as closedOn',
            ])
            .where('account', '=', account)
            .where('id', '>', after)
            .orderBy('id')
            .limit(rowsAtOnce)
            .execute(),
        placeOf: ({ id }) => id,
      }),
      (page) => page.map(({ zones, ...meter }) => ({ ...meter, zones: parseStored(zones) })),
    ),
  )

export const readingReceiptsOf = (db: Queries, userId: string) =>
  pagesOfAccounts(db, userId, (account) =>
    pagesOf({
      start: '',
      find: (after) =>
        db
          .selectFrom('reading_receipts')
          .select(['id', 'number', 'account', 'accepted_at as acceptedAt'])
          .where('account', '=', account)
          .where('id', '>', after)
          .orderBy('id')
          .limit(rowsAtOnce)
          .execute(),
      placeOf: ({ id }) => id,
    }),
  )

/** The newest first. */
export const readingsOf = (db: Queries, userId: string) =>
  pagesOfAccounts(db, userId, (account) =>
    mapPages(
      pagesOf({
        start: { readAt: '', id: '' },
        find: (after) =>
          db
            .selectFrom('meter_readings')
            .innerJoin('meters', 'meters.id', 'meter_readings.meter_id')
            .select([
              'meter_readings.id',
              'meter_readings.account',
              'meter_id as meter',
              'zone',
              'value',
              'previous',
              'volume',
              'corrects',
              'period',
              'read_at as readAt',
              'source',
              'receipt_id as receipt',
              'decimals',
            ])
            .where('meter_readings.account', '=', account)
            .$if(after.id !== '', (query) =>
              query.where((eb) =>
                eb(
                  eb.refTuple('meter_readings.read_at', 'meter_readings.id'),
                  '<',
                  eb.tuple(after.readAt, after.id),
                ),
              ),
            )
            .orderBy('meter_readings.read_at', 'desc')
            .orderBy('meter_readings.id', 'desc')
            .limit(rowsAtOnce)
            .execute(),
        placeOf: (reading) => reading,
      }),
      (page) =>
        page.map(({ value, previous, volume, corrects, decimals, ...reading }) => ({
          ...reading,
          value: fromUnits(BigInt(value), decimals),
          previous: previous === null ? null : fromUnits(BigInt(previous), decimals),
          volume: previous === null ? null : fromUnits(BigInt(volume), decimals),
          corrects: corrects === 1,
        })),
    ),
  )
