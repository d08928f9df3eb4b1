import type { Database } from 'api/db/database'
import type { PaymentRequest } from 'api/payments/gateways/payment-gateway'
import { toKopecks } from 'contract/money'
import { sql } from 'kysely'
import { fillServices } from './large-company-services'
import {
  type CompanySize,
  i,
  insertNumbered,
  moment,
  type NumberedColumns,
  numberedIn,
  recently,
  text,
} from './numbered-rows'

const line = {
  service: 'Содержание жилья',
  unit: 'м²',
  volume: 54.3,
  tariff: 4_788,
  charged: 260_000,
  recalculation: 0,
  benefit: 0,
  total: 260_000,
}

const parties = {
  payee: {
    name: 'ООО «УК»',
    inn: '5099001232',
    kpp: null,
    bankName: 'Банк',
    bic: '044599871',
    correspondentAccount: '30101810800000000871',
    settlementAccount: '40702810220000001234',
  },
  payer: 'Ковалёв Игорь Андреевич',
  address: 'ул. Зелёная, 1',
  area: 54.3,
  residents: 2,
}

/** The stored request of every payment. */
const request: PaymentRequest = {
  paymentId: 'payment-1',
  account: '1000000001',
  amount: toKopecks(10_000),
  email: 'payer@example.ru',
  period: '2025-12',
  payee: {
    name: 'ТСЖ',
    inn: '5099006417',
    bankName: 'Банк',
    bic: '044525225',
    correspondentAccount: '30101810400000000225',
    settlementAccount: '40703810320000005317',
  },
  returnTo: null,
  saveMethod: false,
  savedMethod: null,
}

export const accountNumber = (nth: number) => String(1_000_000_000 + nth)
export const userId = (nth: number) => `user-${nth}`

/**
 * Fills a migrated database with a company of this size, by one statement a table: a customer for each account, with
 * payments, their entries in the ledger and their events, invoices of a year, meters with readings, and letters. The id
 * of a row is its kind and its number: `payment-7`, `user-7`.
 */
export const fillCompany = async ({ db }: Pick<Database, 'db'>, { accounts, payments }: CompanySize) => {
  const { account, user } = numberedIn(accounts)
  const rows = (table: string, count: number, columns: NumberedColumns) =>
    insertNumbered(db, table, count, columns)

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
    id: sql`'session-' || i`,
    token_hash: sql`'token-' || i`,
    user_id: user(i),
    created_at: recently(i),
    last_used_at: recently(i),
  })
  await rows('known_devices', 2 * accounts, {
    user_id: user(i),
    device_hash: sql`'device-' || i`,
    last_seen_at: recently(i),
  })
  await rows('invoices', 12 * accounts, {
    id: sql`'invoice-' || i`,
    account: account(i),
    period: sql`'2025-' || substr('010203040506070809101112', 1 + (i - 1) / ${sql.lit(accounts)} * 2, 2)`,
    issued_at: sql`substr(${moment(i)}, 1, 10)`,
    due_at: sql`substr(${moment(i)}, 1, 10)`,
    opening_balance: sql`0`,
    lines: text(JSON.stringify([line])),
    charged: sql`260000 + i % 1000`,
    penalty: sql`0`,
    parties: text(JSON.stringify(parties)),
  })
  await rows('payments', payments, {
    id: sql`'payment-' || i`,
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
    payment_id: sql`'payment-' || i`,
    request_key: sql`'key-' || i`,
    body_hash: text('-'),
    gateway: text('sandbox'),
    shop: text('sandbox'),
    request: text(JSON.stringify(request)),
    state: text('succeeded'),
    last_contact_at: moment(i),
    gateway_payment_id: sql`'at-the-bank-' || i`,
  })
  await rows('payment_events', payments, {
    payment_id: sql`'payment-' || i`,
    step: sql`1`,
    at: moment(i),
    actor: text('webhook'),
    to_state: text('succeeded'),
    why: text('paid'),
  })
  await rows('gateway_webhooks', payments, {
    gateway: text('sandbox'),
    webhook: sql`'paid-' || i`,
    payment_id: sql`'payment-' || i`,
    taken_at: moment(i),
  })
  await rows('ledger_entries', payments, {
    id: sql`'entry-' || i`,
    account: account(i),
    kind: text('payment'),
    amount: sql`-(10000 + i % 977)`,
    happened_at: moment(i),
    payment_id: sql`'payment-' || i`,
  })
  await sql`insert into payment_daily_sums (account, day, status, count, amount)
    select account, substr(created_at, 1, 10), status, count(*), sum(amount) from payments group by 1, 2, 3`.execute(
    db,
  )
  await rows('meters', 2 * accounts, {
    id: sql`'meter-' || i`,
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
    id: sql`'receipt-' || i`,
    number: sql`'R-' || i`,
    account: account(i),
    accepted_at: moment(i),
  })
  await rows('meter_readings', 6 * accounts, {
    id: sql`'reading-' || i`,
    account: account(i),
    meter_id: sql`'meter-' || (1 + (i - 1) % ${sql.lit(2 * accounts)})`,
    zone: text('t1'),
    value: sql`1000 * i`,
    volume: sql`3000`,
    period: sql`substr(${moment(i)}, 1, 7)`,
    read_at: moment(i),
    source: text('customer'),
    receipt_id: sql`'receipt-' || i`,
  })
  await rows('outbox', 2 * accounts, {
    id: sql`'letter-' || i`,
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
  await fillServices(db, { accounts, payments })
}
