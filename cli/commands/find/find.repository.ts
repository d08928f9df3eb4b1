import type { Queries } from 'api/db/database'

// Only what support needs to answer a call: no hashes, no texts of letters, of cards only their titles.

const lastRows = 5

const customer = (db: Queries) =>
  db
    .selectFrom('users')
    .leftJoin('second_steps', 'second_steps.user_id', 'users.id')
    .select((eb) => [
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.created_at as registeredAt',
      'users.email_verified_at as verifiedAt',
      'users.email_undeliverable_since as undeliverableSince',
      'users.erase_at as eraseAt',
      'second_steps.turned_on_at as secondStepSince',
      eb
        .selectFrom('sessions')
        .select((session) => session.fn.max('last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('seenAt'),
    ])

export const findCustomerByEmail = (db: Queries, emailNormalized: string) =>
  customer(db).where('users.email_normalized', '=', emailNormalized).executeTakeFirst()

export const findCustomerById = (db: Queries, id: string) =>
  customer(db).where('users.id', '=', id).executeTakeFirst()

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomerById>>>

/** The customers who have added the account. */
export const findCustomersOf = (db: Queries, account: string) =>
  db
    .selectFrom('customer_accounts')
    .innerJoin('users', 'users.id', 'customer_accounts.user_id')
    .select(['users.id', 'users.email', 'customer_accounts.added_at as addedAt'])
    .where('customer_accounts.account', '=', account)
    .orderBy('customer_accounts.added_at')
    .orderBy('users.id')
    .execute()

const grants = (db: Queries, now: string) =>
  db
    .selectFrom('account_grants')
    .leftJoin('users', 'users.id', 'account_grants.user_id')
    .select((eb) => [
      'account_grants.id',
      'account_grants.account',
      'account_grants.status',
      'account_grants.readings',
      'account_grants.pay',
      'account_grants.until',
      'account_grants.user_id as userId',
      'account_grants.invited_by as invitedBy',
      eb.fn.coalesce('users.email', 'account_grants.email').as('email'),
      'account_grants.created_at as createdAt',
    ])
    .where('account_grants.status', 'in', ['invited', 'waiting', 'active'])
    .where((eb) =>
      eb.or([eb('account_grants.lapses_at', 'is', null), eb('account_grants.lapses_at', '>', now)]),
    )
    .orderBy('account_grants.created_at')
    .orderBy('account_grants.id')

/** Open grants and invitations of an account, or open grants of a customer. */
export const findGrants = (db: Queries, by: { userId: string } | { account: string }, now: string) =>
  grants(db, now)
    .where(
      'userId' in by ? 'account_grants.user_id' : 'account_grants.account',
      '=',
      'userId' in by ? by.userId : by.account,
    )
    .execute()

export type GrantRow = Awaited<ReturnType<typeof findGrants>>[number]

export const findAccountsOf = (db: Queries, userId: string) =>
  db
    .selectFrom('customer_accounts')
    .leftJoin('account_balances', 'account_balances.account', 'customer_accounts.account')
    .select((eb) => [
      'customer_accounts.account',
      'customer_accounts.is_default as isDefault',
      'customer_accounts.added_at as addedAt',
      eb.fn.coalesce('account_balances.balance', eb.lit(0)).as('balance'),
    ])
    .where('user_id', '=', userId)
    .orderBy('customer_accounts.added_at')
    .orderBy('customer_accounts.account')
    .execute()

export const findAutopaymentsOf = (db: Queries, userId: string) =>
  db
    .selectFrom('autopayments')
    .select(['id', 'account', 'rule', 'status', 'fail_reason as failReason', 'limit_amount as limit'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findLettersOf = (db: Queries, userId: string) =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'kind',
      'created_at as createdAt',
      'sent_at as sentAt',
      'dead_at as deadAt',
      'last_error as reason',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(lastRows)
    .execute()

export const findAccount = (db: Queries, account: string) =>
  db
    .selectFrom('register_accounts')
    .leftJoin('account_balances', 'account_balances.account', 'register_accounts.account')
    .select((eb) => [
      'register_accounts.account',
      'register_accounts.address',
      'register_accounts.payer_name as payer',
      'register_accounts.proof_kind as proofKind',
      eb.fn.coalesce('account_balances.balance', eb.lit(0)).as('balance'),
    ])
    .where('register_accounts.account', '=', account)
    .executeTakeFirst()

export const findNewestInvoice = (db: Queries, account: string) =>
  db
    .selectFrom('invoices')
    .select(['period', 'due_at as dueAt', 'opening_balance as opening', 'charged', 'penalty', 'paid'])
    .where('account', '=', account)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()

const payments = (db: Queries) =>
  db
    .selectFrom('payments')
    .leftJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
    .select([
      'payments.id',
      'payments.account',
      'payments.user_id as userId',
      'payments.amount',
      'payments.refunded',
      'payments.status',
      'payments.source',
      'payments.created_at as createdAt',
      'payments.paid_at as paidAt',
      'payments.method_title as methodTitle',
      'payments.decline_reason as declineReason',
      'payment_intents.state',
      'payment_intents.gateway',
      'payment_intents.gateway_payment_id as gatewayId',
      'payment_intents.basket_id as basketId',
      'payment_intents.guest_email as guestEmail',
    ])

/** By our number, or by the gateway's. */
export const findPayment = async (db: Queries, number: string) =>
  (await payments(db).where('payments.id', '=', number).executeTakeFirst()) ??
  payments(db).where('payment_intents.gateway_payment_id', '=', number).executeTakeFirst()

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>

export const findLastPayments = (db: Queries, by: { userId: string } | { account: string }) =>
  payments(db)
    .where(
      'userId' in by ? 'payments.user_id' : 'payments.account',
      '=',
      'userId' in by ? by.userId : by.account,
    )
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id')
    .limit(lastRows)
    .execute()

/** The proof of consent for a charge whose customer was erased. */
export const findAutopaymentProof = (db: Queries, paymentId: string) =>
  db.selectFrom('autopayment_proofs').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

/** The state changes of a payment, oldest first. */
export const findEvents = (db: Queries, paymentId: string) =>
  db
    .selectFrom('payment_events')
    .select(['at', 'actor', 'from_state as from', 'to_state as to', 'why'])
    .where('payment_id', '=', paymentId)
    .orderBy('step')
    .execute()
