import type { Database, Queries } from 'api/db/database'
import { type RawBuilder, sql } from 'kysely'

export interface CompanySize {
  accounts: number
  /** Twenty-four months of payments: at least as many as accounts. */
  payments: number
}

/** Numbers from 1, as the table `n` with the column `i`. */
const numbers = (through: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(through)})`

/** SQL for a text. A moment of 2024 or 2025, its day and its month, different for neighbouring numbers. */
const moment = (i: RawBuilder<unknown>) =>
  sql`('202' || (4 + (${i}) / 12 % 2) || '-' || substr('010203040506070809101112', 1 + (${i}) % 12 * 2, 2) || '-' || (10 + (${i}) % 18)
    || 'T10:00:00.000Z')`
const month = (i: RawBuilder<unknown>) => sql`substr(${moment(i)}, 1, 7)`
const i = sql`i`

export const accountNumber = (nth: number) => String(1_000_000_000 + nth)
export const userId = (nth: number) => `user ${nth}`

/**
 * Fills a migrated database with a company of this size, by one statement a table: a customer for each account, with
 * payments, their entries in the ledger and their events, invoices of a year, meters with readings, and letters. The names
 * of a row are its kind and its number: `payment 7`, `user 7`.
 */
export const fillCompany = async ({ db }: Pick<Database, 'db'>, { accounts, payments }: CompanySize) => {
  const account = (of: RawBuilder<unknown>) =>
    sql`cast(1000000000 + 1 + (${of}) % ${sql.lit(accounts)} as text)`
  const user = (of: RawBuilder<unknown>) => sql`'user ' || (1 + (${of}) % ${sql.lit(accounts)})`
  const rows = (table: string, count: number, columns: Readonly<Record<string, RawBuilder<unknown>>>) =>
    insertNumbered(db, table, count, columns)
  const text = (value: string) => sql.lit(value)

  await rows('payees', 1, {
    id: text('payee'),
    name: text('ООО «Тихий берег»'),
    inn: text('5099001232'),
    bank_name: text('АО «Тихобережный банк»'),
    bic: text('044599871'),
    correspondent_account: text('30101810800000000871'),
    settlement_account: text('40702810220000001234'),
  })
  await rows('register_accounts', accounts, {
    account: account(sql`i - 1`),
    title: text('Квартира'),
    address: sql`'ул. Зелёная, д. ' || i`,
    payer_name: text('Ковалёв Игорь Андреевич'),
    area: sql`i % 90 + 0.5`,
    search_text: sql`'квартира ул. зелёная, д. ' || i`,
    proof_answer_hash: text('-'),
    payee_id: text('payee'),
  })
  await rows('users', accounts, {
    id: user(sql`i - 1`),
    name: text('Анна'),
    email: sql`'anna' || i || '@example.ru'`,
    email_normalized: sql`'anna' || i || '@example.ru'`,
    password_hash: text('-'),
    email_verified_at: moment(i),
    consent_version: text('2026-01-15'),
    consent_at: moment(i),
    created_at: moment(i),
  })
  await rows('customer_accounts', accounts, {
    user_id: user(sql`i - 1`),
    account: account(sql`i - 1`),
    is_default: sql`1`,
    added_at: moment(i),
  })
  await rows('sessions', 2 * accounts, {
    id: sql`'session ' || i`,
    token_hash: sql`'token ' || i`,
    user_id: user(i),
    created_at: moment(i),
    last_used_at: moment(i),
  })
  await rows('known_devices', 2 * accounts, {
    user_id: user(i),
    device_hash: sql`'device ' || i`,
    last_seen_at: moment(i),
  })
  await rows('invoices', 12 * accounts, {
    id: sql`'invoice ' || i`,
    account: account(i),
    period: sql`'2025-' || substr('010203040506070809101112', 1 + (i - 1) / ${sql.lit(accounts)} * 2, 2)`,
    issued_at: moment(i),
    due_at: sql`substr(${moment(i)}, 1, 10)`,
    opening_balance: sql`0`,
    lines: text('[]'),
    charged: sql`260000 + i % 1000`,
    penalty: sql`0`,
  })
  await rows('payments', payments, {
    id: sql`'payment ' || i`,
    account: account(i),
    user_id: user(i),
    amount: sql`10000 + i % 977`,
    status: text('succeeded'),
    created_at: moment(i),
    paid_at: moment(i),
    method_kind: text('card'),
    source: text('personal'),
  })
  await rows('payment_intents', payments, {
    payment_id: sql`'payment ' || i`,
    request_key: sql`'key ' || i`,
    body_hash: text('-'),
    gateway: text('sandbox'),
    request: text('{}'),
    state: text('succeeded'),
    last_contact_at: moment(i),
    gateway_payment_id: sql`'at the bank ' || i`,
  })
  await rows('payment_events', payments, {
    payment_id: sql`'payment ' || i`,
    step: sql`1`,
    at: moment(i),
    actor: text('webhook'),
    to_state: text('succeeded'),
    why: text('paid'),
  })
  await rows('gateway_webhooks', payments, {
    gateway: text('sandbox'),
    webhook: sql`'paid ' || i`,
    payment_id: sql`'payment ' || i`,
    taken_at: moment(i),
  })
  await rows('ledger_entries', payments, {
    id: sql`'entry ' || i`,
    account: account(i),
    kind: text('payment'),
    amount: sql`-(10000 + i % 977)`,
    happened_at: moment(i),
    payment_id: sql`'payment ' || i`,
  })
  await sql`insert into payment_daily_sums (account, day, status, count, amount)
    select account, substr(created_at, 1, 10), status, count(*), sum(amount) from payments group by 1, 2, 3`.execute(
    db,
  )
  await rows('meters', 2 * accounts, {
    id: sql`'meter ' || i`,
    account: account(i),
    position: sql`i % 2`,
    service: text('Холодная вода'),
    unit: text('м³'),
    serial: sql`'№ ' || i`,
    zones: text('[{"zone":"t1","title":""}]'),
    digits: sql`5`,
    decimals: sql`3`,
  })
  await rows('reading_receipts', 6 * accounts, {
    id: sql`'receipt ' || i`,
    number: sql`'R-' || i`,
    account: account(i),
    accepted_at: moment(i),
  })
  await rows('meter_readings', 6 * accounts, {
    id: sql`'reading ' || i`,
    account: account(i),
    meter_id: sql`'meter ' || (1 + (i - 1) % ${sql.lit(2 * accounts)})`,
    zone: text('t1'),
    value: sql`1000 * i`,
    volume: sql`3000`,
    period: month(i),
    read_at: moment(i),
    source: text('customer'),
    receipt_id: sql`'receipt ' || i`,
  })
  await rows('outbox', 2 * accounts, {
    id: sql`'letter ' || i`,
    recipient: sql`'anna' || i || '@example.ru'`,
    kind: text('payment-succeeded'),
    subject: text('Платёж принят'),
    text: text('Платёж принят'),
    html: text('<p>Платёж принят</p>'),
    created_at: moment(i),
    next_attempt_at: moment(i),
    sent_at: moment(i),
    user_id: user(i),
  })
}

const insertNumbered = async (
  db: Queries,
  table: string,
  count: number,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
) => {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) ${numbers(count)} select ${sql.join(Object.values(columns))} from n`.execute(
    db,
  )
}
