import { findParties, registeredProof, searchText } from 'api/accounts'
import type { FindChargeRules } from 'api/billing'
import type { Database, Queries } from 'api/db/database'
import { readSetting, writeSetting } from 'api/db/settings.repository'
import type { Tables } from 'api/db/tables'
import { hashOfMailedCode, newSecret } from 'api/hashed-secret'
import { sumByDay } from 'api/ledger/payment-sums.repository'
import { findPayee, type PaymentRequest } from 'api/payments'
import { hashPassword } from 'api/users'
import { toKopecks } from 'contract/money'
import { addDays, addMonths, today } from 'format/dates'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import type { DemoData } from './demo-types'

/** The setting that a database of the demo company has: the login of its first customer. */
const demoSetting = 'demo_login'

export interface DemoLogin {
  email: string
  password: string
}

/** The demo company on a day. */
export type DemoDataOf = (today: string) => Promise<DemoData>

interface SeedOptions {
  now: Date
  timeZone: string
  dataOf?: DemoDataOf | undefined
}

const usualData: DemoDataOf = async (day) => {
  const { demoData } = await import('./demo-data')
  return demoData(day)
}

const storedLogin = z.object({ email: z.string(), passwordHash: z.string() })
type StoredLogin = z.output<typeof storedLogin>

/** Seeds an empty database with the demo company, all or nothing. Any other database stays as it is. */
export const seedDemo = async (database: Database, { now, timeZone, dataOf = usualData }: SeedOptions) => {
  if (!(await isEmpty(database.db))) return
  const data = await dataOf(today(timeZone, now))
  const [first] = data.customers
  if (!first) return
  const hashes = new Map<string, string>()
  for (const { password } of data.customers) {
    if (!hashes.has(password)) hashes.set(password, await hashPassword(password))
  }
  const hashOf = (password: string) => hashes.get(password) ?? ''
  await database.transaction(async (trx) => {
    // Another process may be seeding at the same time.
    if (!(await isEmpty(trx))) return
    await insertDemo(trx, data, timeZone, hashOf)
    const login: StoredLogin = { email: first.email, passwordHash: hashOf(first.password) }
    await writeSetting(trx, demoSetting, JSON.stringify(login))
  })
}

/** The login of a demo customer, unless its password was changed. */
export const demoLogin = async (db: Queries): Promise<DemoLogin | undefined> => {
  const json = await readSetting(db, demoSetting)
  if (json === undefined) return undefined
  const { email, passwordHash } = storedLogin.parse(JSON.parse(json))
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('email_normalized', '=', email)
    .executeTakeFirst()
  if (user?.password_hash !== passwordHash) return undefined
  const { demoPassword } = await import('./demo-customers')
  return { email, password: demoPassword }
}

/** The charge rules of the demo company; undefined in another company's database. */
export const demoCompanyRules: FindChargeRules = async (db, day) => {
  if ((await readSetting(db, demoSetting)) === undefined) return undefined
  const { demoChargeRules } = await import('./demo-charge-rules')
  return demoChargeRules(day)
}

const isEmpty = async (db: Queries) => {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const account = await db.selectFrom('register_accounts').select('account').limit(1).executeTakeFirst()
  return !user && !account
}

const insertDemo = async (
  trx: Queries,
  data: DemoData,
  timeZone: string,
  hashOf: (password: string) => string,
) => {
  await insertAll(trx, 'payees', data.payees)
  await insertAll(
    trx,
    'register_accounts',
    data.accounts.map((entry) => ({
      account: entry.account,
      title: entry.title,
      address: entry.address,
      payer_name: entry.payerName,
      area: entry.area,
      residents: entry.residents,
      search_text: searchText(entry.account, entry.title, entry.address),
      ...registeredProof(entry.account, { kind: 'access_code', answer: entry.accessCode }),
      payee_id: entry.payeeId,
    })),
  )
  await insertAll(
    trx,
    'users',
    data.customers.map((customer) => ({
      id: customer.id,
      name: customer.name,
      email: customer.email,
      email_normalized: customer.email,
      phone: customer.phone,
      password_hash: hashOf(customer.password),
      email_verified_at: customer.emailVerifiedAt,
      created_at: customer.createdAt,
      consent_at: customer.createdAt,
    })),
  )
  await insertAll(
    trx,
    'customer_accounts',
    data.customers.flatMap((customer) =>
      customer.accounts.map(({ account, isDefault, addedAt, ownTitle = null }) => ({
        user_id: customer.id,
        account,
        is_default: isDefault ? (1 as const) : (0 as const),
        added_at: addedAt,
        title: ownTitle,
        title_search_text: ownTitle === null ? null : searchText(ownTitle),
      })),
    ),
  )
  await insertAll(
    trx,
    'account_grants',
    // Their links are used up.
    data.grants.map((grant) => ({ ...grant, code_hash: hashOfMailedCode(newSecret()) })),
  )
  const partiesOf = await findParties(
    trx,
    data.accounts.map(({ account }) => account),
  )
  await insertAll(
    trx,
    'invoices',
    data.invoices.map((invoice) => ({
      id: invoice.id,
      account: invoice.account,
      period: invoice.period,
      issued_at: invoice.issuedAt,
      due_at: invoice.dueAt,
      opening_balance: invoice.openingBalance,
      lines: JSON.stringify(invoice.lines),
      charged: invoice.charged,
      penalty: invoice.penalty,
      penalty_days: invoice.penaltyDays.length > 0 ? JSON.stringify(invoice.penaltyDays) : null,
      paid: invoice.paid,
      parties: partiesOf(invoice.account),
    })),
  )
  await insertAll(trx, 'payments', data.payments)
  const paymentsToSum = data.payments.map((payment) => ({ ...payment, createdAt: payment.created_at }))
  await insertAll(trx, 'payment_daily_sums', [...sumByDay(paymentsToSum, timeZone).values()])
  await insertAll(trx, 'ledger_entries', data.ledger)
  await insertAutopayment(trx, data)
  await insertAll(
    trx,
    'meters',
    data.meters.map((meter) => ({ ...meter, zones: JSON.stringify(meter.zones) })),
  )
  await insertAll(trx, 'meter_readings', data.readings)
}

/** The card, the autopayment with its log, and its payments at the test bank. */
const insertAutopayment = async (trx: Queries, { autopayment, payments, customers }: DemoData) => {
  const { id, customerId, account, card, runs, createdAt } = autopayment
  await insertAll(trx, 'sandbox_cards', [
    { id: card.bankId, number: card.number, expires: card.expires, later_charges: 'paid' },
  ])
  await insertAll(trx, 'payment_methods', [
    {
      id: card.id,
      user_id: customerId,
      gateway: 'sandbox',
      shop: 'sandbox',
      gateway_method_id: card.bankId,
      kind: 'card',
      title: card.title,
      expires_at: addDays(`${addMonths(card.expires, 1)}-01`, -1),
      created_at: createdAt,
    },
  ])
  const payee = await findPayee(trx, account)
  const email = customers.find((one) => one.id === customerId)?.email
  if (!payee || email === undefined) throw new Error('The demo autopayment pays nobody')
  const paymentIds = new Set([autopayment.firstPaymentId, ...runs.map(({ paymentId }) => paymentId)])
  await insertAll(
    trx,
    'payment_intents',
    payments
      .filter((payment) => paymentIds.has(payment.id))
      .map((payment) => {
        const request: PaymentRequest = {
          paymentId: payment.id,
          account,
          amount: toKopecks(payment.amount),
          email,
          period: payment.created_at.slice(0, 7),
          payee,
          returnTo: null,
          saveMethod: false,
          savedMethod: null,
        }
        return {
          payment_id: payment.id,
          request_key: `demo ${payment.id}`,
          body_hash: '',
          gateway: 'sandbox',
          shop: 'sandbox',
          request: JSON.stringify(request),
          state: 'succeeded' as const,
          last_contact_at: payment.created_at,
          next_check_at: null,
        }
      }),
  )
  await insertAll(trx, 'autopayments', [
    {
      id,
      user_id: customerId,
      account,
      rule: 'invoice',
      limit_amount: autopayment.limit,
      status: 'active',
      method_id: card.id,
      first_payment_id: autopayment.firstPaymentId,
      planned_through: autopayment.plannedThrough,
      created_at: createdAt,
      consent_at: createdAt,
    },
  ])
  await insertAll(
    trx,
    'autopayment_runs',
    runs.map((run) => ({
      id: run.id,
      autopayment_id: id,
      period: run.period,
      state: 'over',
      charge_at: run.at,
      due_at: run.at,
      attempts: run.paymentId === null ? 0 : 1,
      payment_id: run.paymentId,
    })),
  )
  await insertAll(
    trx,
    'autopayment_run_lines',
    runs.map(({ id: run_id, at, outcome, reason, amount, paymentId }) => ({
      run_id,
      attempt: 1,
      autopayment_id: id,
      at,
      outcome,
      reason,
      amount,
      payment_id: paymentId,
    })),
  )
}

/** Well below the limit on parameters of one statement in both databases. */
const rowsAtOnce = 400

/** Inserts rows of any table, with a parameter for each value: a demo is small, and `jsonRows` needs the columns' types. */
const insertAll = async <Table extends keyof Tables>(
  trx: Queries,
  table: Table,
  rows: Insertable<Tables[Table]>[],
) => {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}
