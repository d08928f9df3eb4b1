import { randomInt, randomUUID } from 'node:crypto'
import { findParties } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import { beginSession } from 'api/users/sessions'
import type { Insertable } from 'kysely'
import type { ApiWorld, BrowserOptions } from './api-world'

/** Adds an account to the register, with its own payee; returns its number. */
export const addToRegister = async (
  db: Queries,
  account = String(randomInt(10 ** 9, 10 ** 10)),
): Promise<string> => {
  await db
    .insertInto('payees')
    .values({
      id: `payee of ${account}`,
      name: 'ООО «УК „Тихий берег“»',
      inn: '5099001232',
      kpp: '509901001',
      bank_name: 'АО «Тихобережный банк», г. Тихобережск',
      bic: '044599871',
      correspondent_account: '30101810800000000871',
      settlement_account: '40702810220000001234',
    })
    .execute()
  await db
    .insertInto('register_accounts')
    .values({
      account,
      title: 'Квартира',
      address: 'г. Тихобережск, ул. Зелёная, д. 14, кв. 31',
      payer_name: 'Ковалёв Игорь Андреевич',
      area: 54.3,
      residents: 2,
      search_text: '',
      proof_answer_hash: '',
      payee_id: `payee of ${account}`,
    })
    .execute()
  return account
}

/** Adds an unpaid invoice of a month, which charges nothing to the ledger; returns its id. */
export const addInvoice = async (
  db: Queries,
  account: string,
  period: string,
  {
    lines = [],
    ...more
  }: Partial<Omit<Insertable<Tables['invoices']>, 'lines'>> & { lines?: { total: number }[] } = {},
): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('invoices')
    .values({
      id,
      account,
      period,
      issued_at: `${period}-27`,
      due_at: '2026-03-15',
      opening_balance: 0,
      lines: JSON.stringify(lines),
      charged: lines.reduce((sum, { total }) => sum + total, 0),
      penalty: 0,
      parties: (await findParties(db, [account]))(account),
      ...more,
    })
    .execute()
  return id
}

/** A signed-in customer without accounts. */
export const newCustomer = async (world: ApiWorld, options: BrowserOptions = {}) => {
  const { db } = world.database
  const id = randomUUID()
  await db
    .insertInto('users')
    .values({
      id,
      name: 'Анна',
      email: `${id}@example.ru`,
      email_normalized: `${id}@example.ru`,
      password_hash: '-',
      created_at: world.now().toISOString(),
    })
    .execute()
  const browser = world.browser(options)
  browser.setSession(await beginSession(db, { userId: id, device: null, now: world.now() }))
  return { id, browser }
}

/** Puts an account on a customer's list, as if they had proved that it is theirs. */
export const giveAccount = ({ database: { db }, now }: ApiWorld, userId: string, account: string) =>
  db
    .insertInto('customer_accounts')
    .values({ user_id: userId, account, added_at: now().toISOString() })
    .execute()

/** A signed-in customer with these accounts of the register. */
export const customerWith = async (world: ApiWorld, ...accounts: string[]) => {
  const customer = await newCustomer(world)
  for (const account of accounts) await giveAccount(world, customer.id, account)
  return customer
}

/** A water meter with one zone, unless said otherwise; returns its id. */
export const addMeter = async (db: Queries, account: string, more: object = {}): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('meters')
    .values({
      id,
      account,
      position: 1,
      service: 'Холодная вода',
      unit: 'м³',
      serial: '1234567',
      zones: JSON.stringify([{ zone: 't1', title: 'Расход' }]),
      digits: 5,
      decimals: 3,
      ...more,
    })
    .execute()
  return id
}
