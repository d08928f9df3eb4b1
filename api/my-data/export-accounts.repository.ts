import type { Queries } from 'api/db/database'

/** The accounts on the customer's list, with what the register says of them. */
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

export const findInvoicesOf = (db: Queries, account: string, after: string, most: number) =>
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
    .limit(most)
    .execute()

export const findLedgerOf = (
  db: Queries,
  account: string,
  last: { happenedAt: string; id: string } | undefined,
  most: number,
) =>
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
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('happened_at', 'id'), '>', eb.tuple(last?.happenedAt ?? '', last?.id ?? '')),
      ),
    )
    .orderBy('happened_at')
    .orderBy('id')
    .limit(most)
    .execute()

/** Payments of an account as its history shows them to anybody who has added it, the newest first. */
export const findHistoryOf = (
  db: Queries,
  account: string,
  last: { createdAt: string; id: string } | undefined,
  most: number,
) =>
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
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(last?.createdAt ?? '', last?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export const findMetersOf = (db: Queries, account: string, after: string, most: number) =>
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
    .limit(most)
    .execute()

export const findReceiptsOf = (db: Queries, account: string, after: string, most: number) =>
  db
    .selectFrom('reading_receipts')
    .select(['id', 'number', 'account', 'accepted_at as acceptedAt'])
    .where('account', '=', account)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()

/** The account's meter readings, the newest first, with the decimals of their meters. */
export const findReadingsOf = (
  db: Queries,
  account: string,
  last: { readAt: string; id: string } | undefined,
  most: number,
) =>
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
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('meter_readings.read_at', 'meter_readings.id'),
          '<',
          eb.tuple(last?.readAt ?? '', last?.id ?? ''),
        ),
      ),
    )
    .orderBy('meter_readings.read_at', 'desc')
    .orderBy('meter_readings.id', 'desc')
    .limit(most)
    .execute()
